import StrictJSON
import VerificationCore

/// Reads what a call came to as one of the four outcomes.
///
/// The head of an answer decides, whatever then becomes of the body: a 2xx is an acceptance even when its body is cut
/// off, too long or no JSON, and must never lead to a second SMS.
struct WebhookVerdict: Sendable {
    let serverErrorsMeanNotSent: Bool

    func outcome(of end: HTTPCallEnd, now: Timestamp) -> SendOutcome {
        switch end {
        case .answered(let reply): outcome(of: reply, now: now)
        case .unanswered(let reason): .unknown(reason: reason)
        case .neverLeft(let reason): .refused(reason: reason, mayRetry: true)
        }
    }

    private func outcome(of reply: HTTPReply, now: Timestamp) -> SendOutcome {
        let reason = "status-\(reply.status)"
        return switch reply.status {
        case 200..<300:
            .accepted(id: Self.id(in: reply.body))
        case 429, 503:
            .throttled(after: reply.retryAfter.flatMap { RetryAfter.wait($0, now: now) })
        case 408, 409, 425:
            // The receiver says that it has not carried it out: the request was too slow, collides, or came too early.
            .refused(reason: reason, mayRetry: true)
        case 303:
            // "Carried out, see there", and nobody knows what was carried out.
            .unknown(reason: reason)
        case 300..<500:
            // Redirects too: when a URL has moved, the operator changes the setting; another try would find the same.
            .refused(reason: reason, mayRetry: false)
        default:
            serverErrorsMeanNotSent ? .refused(reason: reason, mayRetry: true) : .unknown(reason: reason)
        }
    }

    /// The receiver's id under one of the usual names; nil when there is none that can be stored.
    private static func id(in body: [UInt8]) -> String? {
        // A body that is no JSON has no id; the message is accepted all the same.
        guard !body.isEmpty, let answer = try? JSONValue(parsing: body) else { return nil }
        for name in ["id", "sid", "message_id"] {
            if let number = answer[name]?.integer { return String(number) }
            if let id = answer[name]?.string, !id.isEmpty, id.utf8.count <= 255 { return id }
        }
        return nil
    }
}
