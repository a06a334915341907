/// How an SMSC writes a message's id when it takes the message, and later in a receipt.
package enum SMPPReceiptIDs: String, Sendable, CaseIterable {
    /// Alike, as most SMSCs do.
    case same
    /// Alike but for zeros before it and for capitals: `1f` and `0000001F`.
    case loose
    /// `1F` first, and `31` in the receipt.
    case hexToDecimal = "hex-to-decimal"
    /// `31` first, and `1F` in the receipt, perhaps with zeros before it.
    case decimalToHex = "decimal-to-hex"

    /// The id in `submit_sm_resp`, in the form that both have in common.
    func submitted(_ id: String) -> String {
        switch self {
        case .same: id
        case .loose: Self.plain(id)
        case .hexToDecimal: Self.number(id, radix: 16)
        case .decimalToHex: Self.number(id, radix: 10)
        }
    }

    /// The id in a receipt, in the same form.
    func received(_ id: String) -> String {
        switch self {
        case .same: id
        case .loose: Self.plain(id)
        case .hexToDecimal: Self.number(id, radix: 10)
        case .decimalToHex: Self.number(id, radix: 16)
        }
    }

    /// Decimal and without zeros before it; what is no such number of 64 bits stays as it is.
    private static func number(_ id: String, radix: Int) -> String { UInt64(id, radix: radix).map { "\($0)" } ?? id }

    /// Without zeros before it, and in small letters.
    private static func plain(_ id: String) -> String {
        let short = id.drop { $0 == "0" }
        return (short.isEmpty ? id.suffix(1) : short).lowercased()
    }
}
