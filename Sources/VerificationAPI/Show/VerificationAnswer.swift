import HTTPService
import Hummingbird
import StrictJSON
import VerificationCore

/// A verification as its app sees it, with its messages.
struct VerificationAnswer {
    let report: VerificationReport
    let maskedPhone: String
    /// Whether the call only repeats an earlier call.
    var isRepeated = false

    var response: Response { .json(.ok, write) }

    func write(to writer: inout JSONWriter) {
        writer.member("verificationId", report.id.description)
        writer.member("requestId", report.request.description)
        writer.member("status", report.status.rawValue)
        writer.member("reason", report.reason)
        writer.member("approvedBy", report.approvedBy?.description)
        writer.member("requestOutcome", report.requestOutcome.rawValue)
        writer.member("deduplicated", isRepeated || report.requestOutcome == .duplicate)
        writer.member("phoneNumber", maskedPhone)
        writer.member("createdAt", report.createdAt.rfc3339)
        writer.member("expiresAt", report.expiresAt.rfc3339)
        writer.member("resendAfter", report.resendAfter.rfc3339)
        writer.member("remainingSends", report.remainingSends)
        writer.member("remainingChecks", report.remainingChecks)
        writer.memberObject("metadata") { writer in
            for (key, value) in report.metadata.sorted(by: { $0.key < $1.key }) { writer.member(key, value) }
        }
        writer.memberArray("messages") { writer in
            for message in report.messages { writer.object { Self.write(message, to: &$0) } }
        }
    }

    private static func write(_ message: MessageReport, to writer: inout JSONWriter) {
        writer.member("status", message.status.rawValue)
        writer.member("reason", message.reason)
        writer.member("gateway", message.gateway)
        writer.member("language", message.language)
        writer.member("encoding", message.encoding)
        writer.member("segments", message.segments)
        writer.member("tries", message.tries)
        writer.member("possibleDuplicate", message.mayBeDuplicate)
        writer.member("createdAt", message.createdAt.rfc3339)
        writer.member("updatedAt", message.updatedAt.rfc3339)
        writer.memberArray("calls") { writer in
            for call in message.calls { writer.object { Self.write(call, to: &$0) } }
        }
    }

    private static func write(_ call: CallReport, to writer: inout JSONWriter) {
        writer.member("gateway", call.gateway)
        writer.member("outcome", call.outcome.rawValue)
        writer.member("reason", call.reason)
        writer.member("endedAt", call.endedAt.rfc3339)
        writer.member("milliseconds", call.milliseconds)
    }
}

extension APIPorts {
    /// A verification on record, as its app sees it.
    func answer(_ report: VerificationReport, isRepeated: Bool = false) -> VerificationAnswer {
        VerificationAnswer(report: report, maskedPhone: masked(report.phone), isRepeated: isRepeated)
    }
}

extension VerificationID {
    /// The path at which the API shows the verification.
    var location: String { "/v1/verifications/" + description }
}
