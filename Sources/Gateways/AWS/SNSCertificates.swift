import CryptoExtras

/// The keys by which Amazon SNS signs, fetched when they are first seen.
actor SNSCertificates {
    /// AWS changes its certificate about once a year.
    private static let most = 8

    private let get: @Sendable (String) async -> [UInt8]?
    private var keys: [String: _RSA.Signing.PublicKey] = [:]
    private var fetch: (url: String, task: Task<_RSA.Signing.PublicKey?, Never>)?

    /// `get` makes a `GET` of a URL, and gives the body of a 200; nil for every other end.
    init(get: @escaping @Sendable (String) async -> [UInt8]?) { self.get = get }

    /// The key of the certificate at this URL, which the caller has found to be AWS' own.
    ///
    /// Nil when it cannot be had now. Whoever names many URLs makes this fetch at most one at a time.
    func key(at url: String) async -> _RSA.Signing.PublicKey? {
        if let key = keys[url] { return key }
        if let fetch { return fetch.url == url ? await fetch.task.value : nil }
        let get = get
        let task = Task { await get(url).flatMap(SNSSignature.key) }
        fetch = (url, task)
        let key = await task.value
        fetch = nil
        if keys.count >= Self.most { keys.removeAll() }
        keys[url] = key
        return key
    }
}
