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
        let encoding = SMSEncoding(for: text)
        return SandboxMessage.Draft(
            id: data["message_id"]?.string ?? header("webhook-id") ?? "", phone: phone, text: text,
            code: data["code"]?.string, language: data["locale"]?.string ?? "und", encoding: encoding,
            parts: encoding.parts(of: text).count, mayBeDuplicate: data["may_be_duplicate"]?.bool ?? false)
    }

    /// Says what became of the message; the webhook gateway reads the same outcome from the answer.
    static func response(to outcome: SendOutcome) -> Response {
        switch outcome {
        case .accepted(let id): said(.ok, "id", id)
        case .refused(let reason, .forNow): said(.tooEarly, "error", reason)
        // The webhook has no word for a message that was taken and will not arrive.
        case .refused(let reason, .byThisGateway), .refused(let reason, .byEveryGateway), .undelivered(let reason):
            said(.unprocessableContent, "error", reason)
        case .throttled: said(.tooManyRequests, "error", "sandbox-throttled")
        case .unknown(let reason): said(.internalServerError, "error", reason)
        }
    }

    /// An answer with a single member: an id, or an error.
    private static func said(_ status: HTTPResponse.Status, _ name: String, _ value: String?) -> Response {
        .json(status) { $0.member(name, value) }
    }

    private func header(_ name: String) -> String? {
        HTTPField.Name(name).flatMap { headers[$0] }
    }
}
