import GatewayKit

/// The settings of an SMSC's habits, as its operator prescribes them.
enum SMPPSettings {
    static let systemType = Setting("systemType", .text, "smpp: the system_type; most SMSCs want it empty")
    static let longTexts = Setting<SMPPLongTexts>(
        "longTexts", .oneOf, "smpp: parts, or payload for an SMSC that cuts texts itself",
        standard: "parts")
    static let plaintext = Setting(
        "plaintext", .truth, "smpp: whether the URL may name another machine without TLS, as in a private network",
        standard: "false")
    static let alphabet = Setting<SMPPAlphabet>(
        "alphabet", .oneOf, "smpp: the SMSC's default alphabet: gsm, latin1 or ascii",
        standard: "gsm")
    static let dataCoding = Setting(
        "dataCoding", .number(0...255),
        "smpp: the data_coding of a text in that alphabet, such as 3 for Latin-1", standard: "0")
    static let validity = Setting<SMPPValidity>(
        "validity", .oneOf, "smpp: the form of validity_period: relative, absolute or none",
        standard: "relative")
    static let sourceTon = Setting(
        "sourceTon", .number(0...6), "smpp: the sender's type of number; by default as the sender looks")
    static let sourceNpi = Setting(
        "sourceNpi", .number(0...18), "smpp: the sender's numbering plan; by default as the sender looks")
    static let destinationTon = Setting(
        "destinationTon", .number(0...6), "smpp: the recipient's type of number; by default 1, international")
    static let destinationNpi = Setting(
        "destinationNpi", .number(0...18), "smpp: the recipient's numbering plan; by default 1, E.164")
    static let bind = Setting<SMPPBind>(
        "bind", .oneOf,
        "smpp: transceiver, separate (a transmitter and a receiver) or transmitter (without receipts)",
        standard: "transceiver")
    static let tlvs = Setting(
        "tlvs", .pairs, "smpp: optional parameters of every message, such as {\"0x1403\": \"value\"}")
    static let indiaTLVs = Setting<IndianTLVs>(
        "indiaTLVs", .oneOf, "smpp: how the ids for India are written: octets, or terminated with a NUL",
        standard: "octets")
    static let asksForReceipts = Setting(
        "receipts", .truth, "smpp: whether the SMSC shall send delivery receipts", standard: "true")
    static let receiptIDs = Setting<SMPPReceiptIDs>(
        "receiptIDs", .oneOf,
        "smpp: how receipts write a message's id: same, loose, hex-to-decimal or decimal-to-hex",
        standard: "same")
    static let receiptOf = Setting<SMPPReceiptOf>(
        "receiptOf", .oneOf,
        "smpp: which segment's receipt counts for a message of several segments: last, first or any", standard: "last")

    static let all: [any DeclaredSetting] =
        [CommonSettings.url, CommonSettings.account, CommonSettings.secret] + CommonSettings.from + IndiaSettings.all
        + [
            systemType, longTexts, plaintext, alphabet, dataCoding, validity, sourceTon, sourceNpi, destinationTon,
            destinationNpi, bind, tlvs, indiaTLVs, CommonSettings.way.caFile, asksForReceipts, receiptIDs, receiptOf,
        ]
}
