import VerificationCore

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
