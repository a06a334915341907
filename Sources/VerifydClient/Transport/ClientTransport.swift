import Foundation

/// What carries a call of a ``VerifydClient`` to verifyd's API and its answer back.
///
/// ``URLSessionTransport`` is built in, for Apple's systems. A server on Linux uses AsyncHTTPClient: the package's README and
/// the article about Swift backends have the fifteen lines for it. A transport must not follow redirections, because the API sends none and a followed one would lose the body.
public protocol ClientTransport: Sendable {
    /// Sends one request, and returns the whole answer, whatever its status.
    ///
    /// The client waits no longer than the request's `timeout`, even if the transport does not end then.
    ///
    /// - Parameter request: the request, with the time that it may take.
    /// - Returns: the answer.
    /// - Throws: any error; the client calls it ``ClientErrorCode/noAnswer``, and repeats the call.
    func send(_ request: ClientRequest) async throws -> ClientResponse
}

/// A request to verifyd's API.
public struct ClientRequest: Sendable, Hashable {
    /// `GET`, `POST` or `DELETE`.
    public var method: String
    /// The whole address.
    public var url: URL
    /// The headers; `Authorization` holds the API key.
    public var headers: [String: String]
    /// The body, in JSON; nil without.
    public var body: Data?
    /// How many seconds the answer may take.
    public var timeout: TimeInterval
}

extension ClientRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method alone: the other members hold the key, a phone number or a code.
    public var description: String { "\(method) request to verifyd" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// Shows no member.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// An answer of verifyd's API.
public struct ClientResponse: Sendable, Hashable {
    /// The status, by HTTP.
    public var status: Int
    /// The headers, with names in small letters.
    public var headers: [String: String]
    /// The whole body.
    public var body: Data

    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - status: the status, by HTTP.
    ///   - headers: the headers; names are made small.
    ///   - body: the whole body.
    public init(status: Int, headers: [String: String], body: Data) {
        self.status = status
        self.headers = Dictionary(headers.map { ($0.lowercased(), $1) }, uniquingKeysWith: { first, _ in first })
        self.body = body
    }
}
