import StrictJSON

/// A worker's answer as the body of a reply; only verifyd's own processes use it.
package enum AnswerCodec {
    package static func encode(_ answer: RequestAnswer) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("answer", is: answer.word)
            switch answer {
            case .sent(let summary, let message, let language):
                write(summary, to: &writer)
                writer.member("message", is: message.rawValue)
                if let language { writer.member("language", is: language) }
            case .duplicate(let summary), .retrying(let summary):
                write(summary, to: &writer)
            case .limited(let reached):
                write(reached, to: &writer)
            case .refused(let reason):
                writer.member("reason", is: reason.rawValue)
            case .failed(let reason):
                writer.member("reason", is: reason)
            case .expired, .known, .keyReused:
                break
            }
        }
        return writer.bytes
    }

    /// Reads an answer; nil when the body is not an answer, as if no worker had answered.
    package static func decode(_ body: [UInt8]) -> RequestAnswer? {
        // A body that is no JSON is no answer, and the caller waits on.
        guard let object = try? JSONValue(parsing: body).object, let word = object["answer"]?.string else { return nil }
        switch word {
        case "sent":
            guard let summary = summary(object), let message = object["message"]?.string.flatMap(MessageStatus.init)
            else { return nil }
            return .sent(summary, message: message, language: object["language"]?.string)
        case "duplicate": return summary(object).map(RequestAnswer.duplicate)
        case "retrying": return summary(object).map(RequestAnswer.retrying)
        case "limited": return limit(object).map(RequestAnswer.limited)
        case "refused": return object["reason"]?.string.flatMap(RefusalReason.init).map(RequestAnswer.refused)
        case "failed": return object["reason"]?.string.map { .failed(reason: $0) }
        case "expired": return .expired
        case "known": return .known
        case "key-reused": return .keyReused
        default: return nil
        }
    }

    private static func write(_ summary: LiveSummary, to writer: inout JSONWriter) {
        writer.member("verificationId", is: summary.verification.description)
        writer.member("expiresAt", is: summary.expiresAt.microseconds)
        writer.member("resendAfter", is: summary.resendAfter.microseconds)
        writer.member("remainingSends", is: summary.remainingSends)
        writer.member("remainingChecks", is: summary.remainingChecks)
        guard let left = summary.left else { return }
        writer.member("limit", is: left.limit.rawValue)
        writer.member("count", is: left.quota.count)
        writer.member("interval", is: left.quota.interval.wholeMicroseconds)
        writer.member("left", is: left.count)
        writer.member("moreAfter", is: left.moreAfter.wholeMicroseconds)
    }

    private static func summary(_ object: JSONObject) -> LiveSummary? {
        guard let id = object["verificationId"]?.string.flatMap(VerificationID.init),
            let expiresAt = object["expiresAt"]?.integer, let resendAfter = object["resendAfter"]?.integer,
            let sends = object["remainingSends"]?.integer, let checks = object["remainingChecks"]?.integer
        else { return nil }
        return LiveSummary(
            verification: id, expiresAt: Timestamp(microseconds: expiresAt),
            resendAfter: Timestamp(microseconds: resendAfter), remainingSends: Int(sends), remainingChecks: Int(checks),
            left: left(object))
    }

    /// Nil also when a worker of another version writes it differently or not at all.
    ///
    /// The answer is good without it.
    private static func left(_ object: JSONObject) -> LimitLeft? {
        guard let limit = object["limit"]?.string.flatMap(LimitReached.Limit.init),
            let count = object["count"]?.integer, let interval = object["interval"]?.integer,
            let left = object["left"]?.integer, let moreAfter = object["moreAfter"]?.integer
        else { return nil }
        return LimitLeft(
            limit: limit, quota: RateLimit(Int(count), per: .microseconds(interval)), count: Int(left),
            moreAfter: .microseconds(moreAfter))
    }

    private static func write(_ reached: LimitReached, to writer: inout JSONWriter) {
        writer.member("verificationId", is: reached.verification.description)
        writer.member("limit", is: reached.limit.rawValue)
        writer.member("count", is: reached.quota.count)
        writer.member("interval", is: reached.quota.interval.wholeMicroseconds)
        writer.member("retryAfter", is: reached.retryAfter.wholeMicroseconds)
    }

    private static func limit(_ object: JSONObject) -> LimitReached? {
        guard let id = object["verificationId"]?.string.flatMap(VerificationID.init),
            let limit = object["limit"]?.string.flatMap(LimitReached.Limit.init),
            let count = object["count"]?.integer, let interval = object["interval"]?.integer,
            let retryAfter = object["retryAfter"]?.integer
        else { return nil }
        return LimitReached(
            limit: limit, quota: RateLimit(Int(count), per: .microseconds(interval)),
            retryAfter: .microseconds(retryAfter), verification: id)
    }
}
