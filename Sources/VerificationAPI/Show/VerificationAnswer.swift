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
        writer.member("verificationId", is: report.id.description)
        writer.member("requestId", is: report.request.description)
        writer.member("status", is: report.status.rawValue)
        writer.member("reason", is: report.reason)
        writer.member("approvedBy", is: report.approvedBy?.description)
        writer.member("requestOutcome", is: report.requestOutcome.rawValue)
        writer.member("deduplicated", is: isRepeated || report.requestOutcome == .duplicate)
        writer.member("phoneNumber", is: maskedPhone)
        writer.member("createdAt", is: report.createdAt.rfc3339)
        writer.member("expiresAt", is: report.expiresAt.rfc3339)
        writer.member("resendAfter", is: report.resendAfter.rfc3339)
        writer.member("remainingSends", is: report.remainingSends)
        writer.member("remainingChecks", is: report.remainingChecks)
        writer.memberObject("metadata") { writer in
            for (key, value) in report.metadata.sorted(by: { $0.key < $1.key }) { writer.member(key, is: value) }
        }
        writer.memberArray("messages") { writer in
            for message in report.messages { writer.object { Self.write(message, to: &$0) } }
        }
    }

    private static func write(_ message: MessageReport, to writer: inout JSONWriter) {
        writer.member("status", is: message.status.rawValue)
        writer.member("reason", is: message.reason)
        writer.member("gateway", is: message.gateway)
        writer.member("language", is: message.language)
        writer.member("encoding", is: message.encoding)
        writer.member("segments", is: message.segments)
        writer.member("tries", is: message.tries)
        writer.member("possibleDuplicate", is: message.mayBeDuplicate)
        writer.member("createdAt", is: message.createdAt.rfc3339)
        writer.member("updatedAt", is: message.updatedAt.rfc3339)
        writer.memberArray("calls") { writer in
            for call in message.calls { writer.object { Self.write(call, to: &$0) } }
        }
    }

    private static func write(_ call: CallReport, to writer: inout JSONWriter) {
        writer.member("gateway", is: call.gateway)
        writer.member("outcome", is: call.outcome.rawValue)
        writer.member("reason", is: call.reason)
        writer.member("endedAt", is: call.endedAt.rfc3339)
        writer.member("milliseconds", is: call.milliseconds)
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
