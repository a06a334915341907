import GatewayKit

/// The settings of an SMSC's habits, as its operator prescribes them.
enum SMPPSettings {
    static let systemType = Setting("systemType", .text, "smpp: the system_type, which most SMSCs want empty")
    static let longTexts = Setting<SMPPLongTexts>(
        "longTexts", .oneOf, "smpp: parts, or payload for an SMSC that cuts texts itself",
        standard: "parts")
    static let plaintext = Setting(
        "plaintext", .truth, "smpp: whether smpp: to another machine is right, as in a private network",
        standard: "false")
    static let alphabet = Setting<SMPPAlphabet>(
        "alphabet", .oneOf, "smpp: the SMSC's default alphabet: gsm, latin1 or ascii",
        standard: "gsm")
    static let dataCoding = Setting(
        "dataCoding", .number(0...255),
        "smpp: the data_coding of a text in that alphabet, such as 3 where Latin-1 has to be named", standard: "0")
    static let validity = Setting<SMPPValidity>(
        "validity", .oneOf, "smpp: the form of validity_period: relative, absolute or none",
        standard: "relative")
    static let sourceTon = Setting(
        "sourceTon", .number(0...6), "smpp: the sender's type of number, if not what it looks like")
    static let sourceNpi = Setting(
        "sourceNpi", .number(0...18), "smpp: the sender's numbering plan, if not what it looks like")
    static let destinationTon = Setting(
        "destinationTon", .number(0...6), "smpp: the recipient's type of number, if not 1, international")
    static let destinationNpi = Setting(
        "destinationNpi", .number(0...18), "smpp: the recipient's numbering plan, if not 1, E.164")
    static let bind = Setting<SMPPBind>(
        "bind", .oneOf,
        "smpp: transceiver, separate for a transmitter and a receiver, or transmitter, which hears no receipts",
        standard: "transceiver")
    static let tlvs = Setting(
        "tlvs", .pairs, "smpp: optional parameters of every message, such as {\"0x1403\": \"value\"}")
    static let indiaTLVs = Setting<IndianTLVs>(
        "indiaTLVs", .oneOf, "smpp: octets, or terminated for ids that end with a NUL",
        standard: "octets")
    static let asksForReceipts = Setting(
        "receipts", .truth, "smpp: whether the SMSC shall tell what became of messages", standard: "true")
    static let receiptIDs = Setting<SMPPReceiptIDs>(
        "receiptIDs", .oneOf,
        "smpp: same, or loose, hex-to-decimal or decimal-to-hex for an SMSC that writes ids otherwise in receipts",
        standard: "same")
    static let receiptOf = Setting<SMPPReceiptOf>(
        "receiptOf", .oneOf,
        "smpp: which part's receipt counts of a message in several parts: last, first or any", standard: "last")

    static let all: [any DeclaredSetting] =
        [CommonSettings.url, CommonSettings.account, CommonSettings.secret] + CommonSettings.from + IndiaSettings.all
        + [
            systemType, longTexts, plaintext, alphabet, dataCoding, validity, sourceTon, sourceNpi, destinationTon,
            destinationNpi, bind, tlvs, indiaTLVs, CommonSettings.way.caFile, asksForReceipts, receiptIDs, receiptOf,
        ]
}
