/// One HTTP call that brings an event to an app, signed the Standard Webhooks way.
package struct EventCall: Sendable, Hashable {
    package let url: String
    /// In the order in which they are sent.
    package let headers: [Header]
    package let body: [UInt8]

    /// A header's name and value.
    package struct Header: Sendable, Hashable {
        package let name: String
        package let value: String
    }

    /// - Parameters:
    ///   - id: The same in every try.
    ///   - body: JSON.
    ///   - url: The app's endpoint.
    ///   - signatures: Of all secrets that the receiver may know at this moment; each of them signs.
    ///   - now: A receiver refuses a call whose time is more than five minutes away from its own.
    package init(id: String, body: [UInt8], url: String, signatures: [WebhookSignature], now: Timestamp) {
        let seconds = now.milliseconds / 1_000
        let signed = signatures.map { $0.sign(id: id, seconds: seconds, body: body) }
        self.url = url
        self.body = body
        headers = [
            Header(name: "content-type", value: EventCodec.contentType), Header(name: "user-agent", value: "verifyd"),
            Header(name: "webhook-id", value: id), Header(name: "webhook-timestamp", value: String(seconds)),
            Header(name: "webhook-signature", value: signed.joined(separator: " ")),
        ]
    }
}

extension EventCall: CustomStringConvertible, CustomDebugStringConvertible {
    /// Shows neither the URL, which may hold a secret, nor the metadata of an app.
    package var description: String { "call of an endpoint for events" }
    package var debugDescription: String { description }
}

/// The answer to a call that brought an event to an app.
package enum EventAnswer: Sendable, Hashable {
    /// The head of an answer came; `retryAfter` is how long the receiver asks to wait.
    case answered(status: Int, retryAfter: Duration?)
    /// The receiver did not answer, so it may have the event or not. The reason is a stable identifier.
    case unanswered(reason: String)
}

/// Port: makes the HTTP call that delivers an event to an app.
package protocol EventCaller: Sendable {
    /// Posts once, and never outlives the deadline, whatever the receiver does. Follows no redirect.
    func post(_ call: EventCall, deadline: Duration) async -> EventAnswer
}
