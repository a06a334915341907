extension GatewaySettingsError {
    /// Takes what identifies an account, and becomes part of a URL or a header.
    ///
    /// - Throws: `malformedID`.
    static func check(id: String, setting: String) throws(GatewaySettingsError) {
        let isPlain = id.utf8.allSatisfy {
            $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        }
        guard !id.isEmpty, isPlain else { throw GatewaySettingsError(.malformedID, setting: setting) }
    }

    /// Takes any text but the empty text.
    ///
    /// - Throws: `missing`.
    static func check(isThere text: String, setting: String) throws(GatewaySettingsError) {
        if text.isEmpty { throw GatewaySettingsError(.missing, setting: setting) }
    }
}
