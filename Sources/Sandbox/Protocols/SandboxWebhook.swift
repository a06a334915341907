import HTTPService
import HTTPTypes
import Hummingbird
import StrictJSON
import VerificationCore

/// A call from the webhook gateway, as its receiver sees it.
struct SandboxWebhook {
    let headers: HTTPFields
    let body: [UInt8]

    func isSigned(by signature: WebhookSignature, now: Timestamp) -> Bool {
        guard let id = header("webhook-id"), let timestamp = header("webhook-timestamp"),
            let value = header("webhook-signature")
        else { return false }
        return signature.accepts(value, id: id, timestamp: timestamp, body: body, now: now)
    }

    /// The message; nil when the body is no JSON, or lacks the phone or the text.
    var draft: SandboxMessage.Draft? {
        // The error is dropped, because the sender gets the same answer whatever is wrong with the body.
        guard let data = (try? JSONValue(parsing: body))?["data"], let phone = data["to"]?.string,
            let text = data["text"]?.string
        else { return nil }
        var draft = SandboxMessage.Draft(
            wireProtocol: .webhook, id: data["message_id"]?.string ?? header("webhook-id"), phone: phone,
            sender: data["from"]?.string, text: text)
        draft.code = data["code"]?.string
        draft.language = data["locale"]?.string ?? "und"
        draft.mayBeDuplicate = data["may_be_duplicate"]?.bool ?? false
        return draft
    }

    /// The answer that says whether the sandbox has taken the message.
    ///
    /// The webhook gateway reads the same outcome from the answer where its settings have the promise that a doubtful
    /// answer means "not sent". The sandbox keeps it: it gives no answer to a message that may have been taken.
    static func response(to verdict: SandboxVerdict, _ context: CallContext) -> Response {
        switch verdict {
        case .accepted(let id): return said(.ok, with: "id", of: id.text(for: .webhook))
        case .refusedForNow(let reason): return said(.tooEarly, with: "error", of: reason)
        case .refusedForGood: return said(.unprocessableContent, with: "error", of: "sandbox-for-good")
        case .throttled(let after): return said(.tooManyRequests, with: "error", of: "sandbox-throttled", after: after)
        case .unanswered(let reason):
            context.hangUp()
            return said(.internalServerError, with: "error", of: reason)
        }
    }

    /// An answer with a single member: an id, or an error.
    private static func said(
        _ status: HTTPResponse.Status, with name: String, of value: String, after: Duration? = nil
    ) -> Response {
        .json(status, headers: after.map { [.retryAfter: String($0.secondsRoundedUp)] } ?? [:]) {
            $0.member(name, is: value)
        }
    }

    private func header(_ name: String) -> String? {
        HTTPField.Name(name).flatMap { headers[$0] }
    }
}
