import NIOCore
import NIOHTTP1
import VerificationCore

/// What is sent to a provider: all of it but where the provider is.
package struct HTTPRequest: Sendable {
    var method: HTTPMethod = .POST
    /// The path and the query, escaped.
    var target: String
    /// All but the length of the body.
    var headers: HTTPHeaders
    /// Nil when the request has none, which is not the same as an empty body.
    var body: ByteBuffer?
    /// Whether the connection carries no request after this one.
    var endsConnection = false

    /// Adds the headers of W3C trace context.
    ///
    /// No provider's signature covers a header that the provider does not name, so they may come after it.
    mutating func carry(_ context: TraceContext) {
        headers.add(name: "traceparent", value: context.traceparent)
        if let state = context.tracestate { headers.add(name: "tracestate", value: state) }
    }

    /// What begins the request on the connection.
    var head: HTTPRequestHead {
        var headers = headers
        if let body { headers.add(name: "content-length", value: String(body.readableBytes)) }
        if endsConnection { headers.add(name: "connection", value: "close") }
        return HTTPRequestHead(version: .http1_1, method: method, uri: target, headers: headers)
    }
}

/// What is a provider's own: how a message becomes a request, and what the provider's answer means.
///
/// Everything else is `HTTPGateway`'s, above all whether a request left.
package protocol HTTPProvider: Sendable {
    /// Whether the provider sends one SMS for two requests with the same message's id.
    var honorsIdempotencyKeys: Bool { get }

    /// Whether an operator promises that a 5xx means "not sent", whoever answers it.
    var trustsServerErrors: Bool { get }

    /// Where requests go.
    var endpoint: HTTPEndpoint { get }

    /// The request that hands over one message.
    func request(for message: OutgoingMessage, at now: Timestamp) -> HTTPRequest

    /// What an answer means; its head is here, and perhaps not all of its body.
    ///
    /// An answer that the provider may give to a message that it took must never be read as a refusal.
    func outcome(of reply: HTTPReply, at now: Timestamp) -> SendOutcome

    /// The id under which receipts tell of a message, where the provider's answers tell no id.
    func idInReceipts(of message: OutgoingMessage) -> String?
}

extension HTTPProvider {
    package var trustsServerErrors: Bool { false }

    /// Nil: the id is in the answer, or nowhere.
    package func idInReceipts(of message: OutgoingMessage) -> String? { nil }
}
