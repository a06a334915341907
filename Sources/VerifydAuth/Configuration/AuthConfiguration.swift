import Foundation

/// Which verifyd an app signs in at, and with what.
///
/// ```swift
/// let configuration = AuthConfiguration(
///     url: URL(string: "https://auth.shop.example")!, projectID: "demo-shop", apiKey: "vk_…")
/// try Auth.configure(configuration)
/// ```
public struct AuthConfiguration: Sendable {
    /// Where `verifyd identity` listens, for example `https://auth.shop.example`; a path is kept.
    ///
    /// Plain HTTP is refused, but for loopback addresses.
    public var url: URL
    /// The project's id, as `verifyd projects set` has named it.
    ///
    /// Tokens of another project are refused.
    public var projectID: String
    /// The key of scope `client`, which may be public (`verifyd keys add --scope client`).
    public var apiKey: String
    /// The bundle id that the server hears, which a key may be bound to; nil for the running app's own.
    public var bundleID: String?
    /// Where the signed-in user and the last verification ID are kept; nil for the platform's own: the keychain on Apple's
    /// platforms, elsewhere a file in the home folder that only the user may read.
    public var store: (any AuthStore)?
    /// What proves the app to the server, in the order of preference; nil for the platform's own: App Attest where there is
    /// one, a silent push once the app has handed over its device token, and a captcha where there is a ``callbackScheme``.
    public var proofs: [any AppProofProvider]?
    /// The URL scheme by which a page with a captcha returns into the app, as ``CaptchaPageProof`` takes it; nil for an app
    /// without captchas.
    ///
    /// It is not looked at where ``proofs`` are given.
    public var callbackScheme: String?
    /// What carries the calls; nil for `URLSession`, and on Linux for a plain socket where the URL is plain HTTP.
    ///
    /// On Linux, `URLSession` of Swift 6.3 ends the process when a connection closes in the middle of an answer's head. So give a
    /// transport of another kind to a program that runs there for long.
    public var transport: (any AuthTransport)?
    /// After how many seconds a call without an answer ends with ``AuthErrorCode/networkError``, all its tries counted.
    public var timeout: TimeInterval = 30

    /// Makes a configuration with the platform's own store, proofs and transport.
    ///
    /// - Parameters:
    ///   - url: where `verifyd identity` listens.
    ///   - projectID: the project's id.
    ///   - apiKey: a key of scope `client`.
    public init(url: URL, projectID: String, apiKey: String) {
        self.url = url
        self.projectID = projectID
        self.apiKey = apiKey
    }
}

extension AuthConfiguration {
    /// Throws `invalidConfiguration` for what could not work, or would send tokens in clear over a network.
    func validated() throws -> AuthConfiguration {
        try check(
            url.scheme.map { ["http", "https"].contains($0.lowercased()) } ?? false,
            orSay: "its URL is not one of HTTPS")
        let host = url.host ?? ""
        try check(!host.isEmpty, orSay: "its URL names no host")
        try check(
            url.scheme?.lowercased() == "https" || host.isLoopback,
            orSay: "its URL is plain HTTP, which only loopback addresses may be; give one of HTTPS")
        try check(url.user == nil && url.password == nil, orSay: "its URL has a user or a password in it")
        try check(url.query == nil && url.fragment == nil, orSay: "its URL has a query or a fragment")
        try check(!projectID.isEmpty, orSay: "its project is empty")
        try check(!apiKey.isEmpty, orSay: "its API key is empty")
        try check(
            bundleID?.isBundleID ?? true,
            orSay: "its bundle id has other characters than letters, digits, dots and dashes")
        try check(timeout > 0 && timeout <= 86_400, orSay: "its time-out is not between 0 seconds and a day")
        return self
    }

    private func check(_ isRight: Bool, orSay words: String) throws {
        guard !isRight else { return }
        throw AuthError(.invalidConfiguration, message: "The configuration cannot be used: \(words).")
    }
}

extension String {
    /// Whether a host is this machine, whatever a name server says.
    fileprivate var isLoopback: Bool {
        let host = lowercased()
        if ["localhost", "::1", "[::1]"].contains(host) || host.hasSuffix(".localhost") { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        // Only four decimal numbers: a resolver reads `127.example` and `127.1` in ways of its own.
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0).map { "\($0)" } ?? "" == $0 }
    }

    fileprivate var isBundleID: Bool {
        !isEmpty
            && unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || "0"..."9" ~= $0 || $0 == "-" || $0 == ".")
            }
    }
}
