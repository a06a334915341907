/// A price as AWS writes it: at most two digits, a point, one to five digits.
enum AWSPrice {
    /// The same text.
    ///
    /// - Throws: `malformedPrice` for the setting `maxPrice`.
    static func check(_ text: String) throws(GatewaySettingsError) -> String {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].count <= 2, (1...5).contains(parts[1].count),
            parts.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) })
        else { throw GatewaySettingsError(.malformedPrice, setting: "maxPrice") }
        return text
    }
}
