import Foundation

/// verifyd's API for backends: starts verifications, and checks the codes that people type.
///
/// ```swift
/// let verifyd = try VerifydClient(
///     url: URL(string: "https://verify.shop.example")!, apiKey: key, transport: AsyncHTTPTransport(http: http))
/// let verification = try await verifyd.start(VerificationRequest(phoneNumber: "+49 151 12345678"), waiting: 10)
/// guard case .approved = try await verifyd.check("482913", of: verification.id) else { return }
/// ```
///
/// Apple's systems need no transport. On Linux a server gives one; see ``ClientTransport``.
///
/// Every call may be made from many tasks at once. It returns, throws a ``ClientError``, or throws `CancellationError` at once
/// when its task is cancelled. It never takes longer than ``ClientRetries/deadline`` and its `waiting` together.
public struct VerifydClient: Sendable {
    let server: APIServer

    /// Makes a client; it makes no call.
    ///
    /// - Parameters:
    ///   - url: where verifyd's API listens, for example `https://verify.shop.example`; a path is kept.
    ///   - apiKey: a key of the scope `send`, or `admin` for lists, erasures and test numbers.
    ///   - transport: what carries the calls; on Linux not `URLSession`, which may end the process.
    ///   - retries: how often and how long a call is tried.
    ///   - allowsPlainHTTP: whether the URL may have `http` beyond this machine. Then everyone in the network between can read
    ///     the key: allow it in a private network alone.
    /// - Throws: ``ClientErrorCode/invalidConfiguration``, if the URL or the key cannot be used.
    public init(
        url: URL, apiKey: String, transport: any ClientTransport, retries: ClientRetries = ClientRetries(),
        allowsPlainHTTP: Bool = false
    ) throws {
        server = APIServer(
            address: try APIAddress(url, key: apiKey, allowsPlainHTTP: allowsPlainHTTP),
            transport: transport, retries: retries)
    }

    #if canImport(Darwin)
        /// Makes a client whose calls `URLSession` carries; it makes no call.
        ///
        /// Linux has no such default: see ``URLSessionTransport``.
        ///
        /// - Parameters:
        ///   - url: where verifyd's API listens, for example `https://verify.shop.example`; a path is kept.
        ///   - apiKey: a key of the scope `send`, or `admin` for lists, erasures and test numbers.
        ///   - retries: how often and how long a call is tried.
        ///   - allowsPlainHTTP: whether the URL may have `http` beyond this machine. Then everyone in the network between can
        ///     read the key: allow it in a private network alone.
        /// - Throws: ``ClientErrorCode/invalidConfiguration``, if the URL or the key cannot be used.
        public init(
            url: URL, apiKey: String, retries: ClientRetries = ClientRetries(), allowsPlainHTTP: Bool = false
        ) throws {
            try self.init(
                url: url, apiKey: apiKey, transport: URLSessionTransport(), retries: retries,
                allowsPlainHTTP: allowsPlainHTTP)
        }
    #endif

    init(server: APIServer) { self.server = server }
}

extension VerifydClient: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The URL, without the key.
    public var description: String { "VerifydClient(\(server.address.base))" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// Shows no member.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
