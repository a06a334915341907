import AsyncHTTPClient

extension HTTPEndpoint {
    /// The call at `path` of a provider.
    ///
    /// - Parameters:
    ///   - base: The provider's URL, which may have a path of its own, for example a proxy's. Errors name the setting
    ///     `url`.
    ///   - path: Begins with a slash.
    ///   - contentType: Of every body, for example `application/json`.
    ///   - allowsPlaintext: Allows `http` to other machines: everybody on the way can read the codes and numbers.
    /// - Throws: `malformedURL` or `plaintext`.
    init(base: String, path: String, contentType: String, allowsPlaintext: Bool) throws(GatewaySettingsError) {
        guard !base.contains("?") else { throw GatewaySettingsError(.malformedURL, setting: "url") }
        let trunk = base.hasSuffix("/") ? String(base.dropLast()) : base
        try self.init(url: trunk + path, contentType: contentType, allowsPlaintext: allowsPlaintext)
    }

    /// Takes a URL at which a provider shall call.
    ///
    /// The provider would refuse each message with a bad URL, so a bad URL is refused here, once. Plain `http` is fine:
    /// receipts hold no code.
    ///
    /// - Throws: `malformedURL` or `tooLong`, for the setting `receiptsURL`.
    static func checkReceiptsURL(_ url: String?, maxLength: Int = 2_048) throws(GatewaySettingsError) {
        guard let url else { return }
        _ = try callable(url, setting: "receiptsURL")
        guard url.utf8.count <= maxLength else { throw GatewaySettingsError(.tooLong, setting: "receiptsURL") }
    }
}
