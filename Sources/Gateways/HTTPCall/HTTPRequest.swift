import NIOCore
import NIOHTTP1
import StrictJSON
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

    /// Whether an operator promises that a 5xx means "not sent", whether the provider or a proxy answers.
    var trustsServerErrors: Bool { get }

    /// Where requests go.
    var endpoint: HTTPEndpoint { get }

    /// The request that hands over one message.
    func request(for message: OutgoingMessage, at now: Timestamp) -> HTTPRequest

    /// What an answer means; its head is here, and perhaps not all of its body.
    ///
    /// An answer that the provider may give to a message that it took must never be read as a refusal.
    func outcome(of reply: HTTPReply, at now: Timestamp) -> SendOutcome

    /// The message's id in receipts, where the provider's answers hold no id.
    func idInReceipts(of message: OutgoingMessage) -> String?
}

extension HTTPProvider {
    package var trustsServerErrors: Bool { false }

    /// Nil: the id is in the answer, or nowhere.
    package func idInReceipts(of message: OutgoingMessage) -> String? { nil }
}

/// What came back of an answer.
package struct HTTPReply: Sendable {
    let status: Int
    /// The text of the `Retry-After` header; nil without that header.
    let retryAfter: String?
    /// At most 64 KiB from the beginning of the body; less than the whole body when it was longer or cut off.
    var body: [UInt8] = []
}

extension HTTPReply {
    /// The body as JSON; nil for anything else.
    var json: JSONValue? { body.isEmpty ? nil : try? JSONValue(parsing: body) }
}

extension JSONValue {
    /// A provider's id of a message; nil for what is no id, or too long to be stored.
    var gatewayID: String? { string.flatMap(DeliveryReceipt.storableID) ?? integer.map { String($0) } }
}

extension HTTPReply {
    /// What the status alone says of a message that was not taken; nil for a 2xx, which says that it was.
    ///
    /// The status decides, even if the body is lost or cut off. A 2xx must never lead to a second SMS.
    ///
    /// A proxy on the way gives a doubtful answer too, after the provider has sent the SMS. Envoy says 503 when a
    /// connection ends; a router says 408 or 499 when its own time is over. So it means "not sent" only where its
    /// sender promises that. No provider promises it for a status alone. Some promise it for their own codes in the
    /// body, and their adapters say where.
    ///
    /// `doubtMeansNotSent`: whether the provider and every proxy at this URL promise it for each doubtful answer.
    func refusal(at now: Timestamp, doubtMeansNotSent: Bool = false) -> SendOutcome? {
        let reason = "status-\(status)"
        return switch status {
        case 200..<300:
            nil
        case 429:
            throttled(at: now)
        case 303:
            // "Carried out, see there", and nobody knows what was carried out.
            .unknown(reason: reason)
        case 300..<500 where !Self.doubtful.contains(status):
            // Redirects too: when a URL has moved, the operator changes the setting; another try would find the same.
            .refused(reason: reason, .byThisGateway)
        case 503 where doubtMeansNotSent:
            throttled(at: now)
        default:
            doubtMeansNotSent ? .refused(reason: reason, .forNow) : .unknown(reason: reason)
        }
    }

    /// The 4xx that find no mistake in the request: as any 5xx, they may follow on a message that was sent.
    ///
    /// Too slow; it collides with another request, perhaps its own first try; locked, or refused, by what it leads to;
    /// too early; the caller has gone.
    private static let doubtful: Set = [408, 409, 423, 424, 425, 499]

    /// Busy, for as long as `Retry-After` says, if it says anything.
    func throttled(at now: Timestamp) -> SendOutcome {
        .throttled(after: retryAfter.flatMap { RetryAfter.wait($0, now: now) })
    }
}

extension PhoneNumber {
    /// The number without its plus, as many providers take it.
    var digits: String { String(e164.dropFirst()) }
}

extension OutgoingMessage {
    /// How long a provider may keep it before it delivers, in whole seconds, within what the provider takes.
    ///
    /// Rounded down, because a provider must not deliver after the code's end. A code that lives shorter than the
    /// provider's least time gets that time.
    func lifetime(in range: ClosedRange<Int64>) -> Int64 {
        min(max(validFor.components.seconds, range.lowerBound), range.upperBound)
    }
}

extension SendOutcome {
    /// The same outcome; a refusal has the provider's own error code as its reason, and not the HTTP status.
    func explained(by reason: String) -> SendOutcome {
        if case .refused(_, let refusal) = self { .refused(reason: reason, refusal) } else { self }
    }
}
