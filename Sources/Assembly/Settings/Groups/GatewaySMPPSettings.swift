import SMSGateways

/// What a gateway's settings say of an SMSC's habits, as its operator prescribes them.
struct GatewaySMPPSettings: Sendable {
    let systemType: Setting<String>
    let longTexts: Setting<SMPPLongTexts>
    let plaintext: Setting<Bool>
    let alphabet: Setting<SMPPAlphabet>
    let dataCoding: Setting<Int>
    let validity: Setting<SMPPValidity>
    let sourceTon: Setting<Int>
    let sourceNpi: Setting<Int>
    let destinationTon: Setting<Int>
    let destinationNpi: Setting<Int>
    let bind: Setting<SMPPBind>
    let tlvs: Setting<[String: String]>
    let indiaTLVs: Setting<IndianTLVs>

    /// `parent`: the beginning of the gateway's settings' names, for example `gateways.main`.
    init(below parent: String) {
        systemType = Setting("\(parent).systemType", .text, "smpp: the system_type; most SMSCs want it empty")
        longTexts = Setting(
            "\(parent).longTexts", .oneOf, "smpp: parts, or payload for an SMSC that cuts texts itself",
            standard: "parts")
        plaintext = Setting(
            "\(parent).plaintext", .truth,
            "smpp: whether the URL may name another machine without TLS, as in a private network",
            standard: "false")
        alphabet = Setting(
            "\(parent).alphabet", .oneOf, "smpp: the SMSC's default alphabet: gsm, latin1 or ascii", standard: "gsm")
        dataCoding = Setting(
            "\(parent).dataCoding", .number(0...255),
            "smpp: the data_coding of a text in that alphabet, such as 3 for Latin-1", standard: "0")
        validity = Setting(
            "\(parent).validity", .oneOf, "smpp: the form of validity_period: relative, absolute or none",
            standard: "relative")
        sourceTon = Setting(
            "\(parent).sourceTon", .number(0...6), "smpp: the sender's type of number; by default as the sender looks")
        sourceNpi = Setting(
            "\(parent).sourceNpi", .number(0...18), "smpp: the sender's numbering plan; by default as the sender looks")
        destinationTon = Setting(
            "\(parent).destinationTon", .number(0...6),
            "smpp: the recipient's type of number; by default 1, international")
        destinationNpi = Setting(
            "\(parent).destinationNpi", .number(0...18), "smpp: the recipient's numbering plan; by default 1, E.164")
        bind = Setting(
            "\(parent).bind", .oneOf,
            "smpp: transceiver, separate (a transmitter and a receiver) or transmitter (without receipts)",
            standard: "transceiver")
        tlvs = Setting(
            "\(parent).tlvs", .pairs, "smpp: optional parameters of every message, such as {\"0x1403\": \"value\"}")
        indiaTLVs = Setting(
            "\(parent).indiaTLVs", .oneOf, "smpp: how the ids for India are written: octets, or terminated with a NUL",
            standard: "octets"
        )
    }

    var all: [any DeclaredSetting] {
        [
            systemType, longTexts, plaintext, alphabet, dataCoding, validity, sourceTon, sourceNpi, destinationTon,
            destinationNpi, bind, tlvs, indiaTLVs,
        ]
    }
}
