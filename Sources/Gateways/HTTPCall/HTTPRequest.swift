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
