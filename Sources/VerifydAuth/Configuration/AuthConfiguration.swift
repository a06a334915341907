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
    /// What carries the calls; nil for `URLSession`.
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
