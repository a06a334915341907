import GatewayKit
import SMPP
import VerificationCore

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

/// How a message says until when the SMSC may deliver it.
package enum SMPPValidity: String, Sendable, CaseIterable {
    /// As a span: `000000001000000R` for ten minutes.
    case relative
    /// As a moment in UTC: `260102031405000+` for 03:14:05 on 2 January 2026.
    case absolute
    /// Not at all, so that the SMSC's own time holds.
    case none

    /// The `validity_period` of a message that is good for so long from now on.
    func period(_ validFor: Duration, at now: Timestamp) -> String {
        let seconds = min(max(1, validFor.components.seconds), Self.longest)
        switch self {
        case .relative:
            let fields = [seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60]
            return "0000" + fields.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined() + "000R"
        case .absolute:
            let digits = (now + .seconds(seconds)).rfc3339.utf8.filter(\.isASCIIDigit)
            // Year, month, day, hour, minute and second without the century, then tenths and the distance to UTC.
            return String(decoding: digits.dropFirst(2).prefix(12), as: UTF8.self) + "000+"
        case .none: return ""
        }
    }

    /// A month; no code lives longer, and the field for days has two digits.
    private static let longest: Int64 = 30 * 86_400 + 86_399
}

/// How an SMSC in India wants the ids of a text's registration.
package enum IndianTLVs: String, Sendable, CaseIterable {
    /// As they are, an octet for each digit.
    case octets
    /// With a NUL at the end, as a "C-Octet String".
    case terminated

    /// The tags that Indian operators agreed on.
    static let (entityTag, templateTag) = (UInt16(0x1400), UInt16(0x1401))

    /// The parameters of a message.
    func parameters(_ ids: IndianRegistration.IDs) -> [Parameter] {
        [(Self.entityTag, ids.entity), (Self.templateTag, ids.template)].compactMap { tag, id in
            id.map { Parameter(Parameter.Tag(rawValue: tag), value: Array($0.utf8) + (self == .terminated ? [0] : [])) }
        }
    }
}
