import StrictJSON
import VerificationCore

/// Reads the end of a call as an outcome: accepted, throttled, refused or unknown.
///
/// The status in the head of an answer decides. A 2xx is an acceptance, also when the body is cut off, too long or no
/// JSON: it must never cause a second SMS.
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
            // The receiver did not carry the call out: the call was too slow, met another call, or came too early.
            .refused(reason: reason, mayRetry: true)
        case 303:
            // The receiver did something and names another page; the gateway cannot know whether an SMS has left.
            .unknown(reason: reason)
        case 300..<500:
            // Redirects too: another try would meet the same redirect, until the operator changes the URL.
            .refused(reason: reason, mayRetry: false)
        default:
            serverErrorsMeanNotSent ? .refused(reason: reason, mayRetry: true) : .unknown(reason: reason)
        }
    }

    /// The receiver's id for the message; nil without an integer, or a text of 1 to 255 bytes, under the usual names.
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
