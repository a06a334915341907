import Testing
import VerificationCore
import VerificationTesting

@Suite("Answers as reply bodies")
struct AnswerCodecTests {
    private static let summary = LiveSummary(
        verification: VerificationID(high: 0x019B_0000_0000_7000, low: 0b10 << 62 | 7),
        expiresAt: Timestamp(microseconds: 1_767_225_600_123_456), resendAfter: Timestamp(microseconds: -1),
        remainingSends: 4, remainingChecks: 0)

    private static var admitted: LiveSummary {
        var summary = summary
        summary.left = LimitLeft(
            limit: .sendsPerPrefix, quota: RateLimit(5, per: .seconds(600)), count: 0, moreAfter: .microseconds(7))
        return summary
    }

    /// Every case, with every value that it may carry.
    private static var answers: [RequestAnswer] {
        let limits = LimitReached.Limit.allCases.compactMap { limit -> RequestAnswer? in
            let json = """
                {"answer":"limited","verificationId":"\(summary.verification)","limit":"\(limit.rawValue)","count":5,
                 "interval":600000001,"retryAfter":1}
                """
            return AnswerCodec.decode(Array(json.utf8))
        }
        return MessageStatus.allCases.map { .sent(summary, message: $0, language: "zh-Hant") }
            + [.duplicate(summary), .retrying(summary), .expired, .failed(reason: "a \"reason\"")] + limits
            + RefusalReason.allCases.map(RequestAnswer.refused) + [.sent(admitted, message: .accepted, language: "de")]
    }

    @Test("every answer survives being a reply")
    func roundTrip() {
        let answers = Self.answers
        #expect(
            Set(answers.map(\.word))
                == ["sent", "duplicate", "retrying", "expired", "failed", "limited", "refused"])
        for answer in answers { #expect(AnswerCodec.decode(AnswerCodec.encode(answer)) == answer) }
        guard case .limited(let reached)? = answers.first(where: { $0.word == "limited" }) else {
            Issue.record("no limit was read")
            return
        }
        #expect(reached.quota == RateLimit(5, per: .microseconds(600_000_001)))
        #expect(reached.retryAfter == .microseconds(1) && reached.verification == Self.summary.verification)
    }

    @Test(
        "what is no answer is none",
        arguments: [
            "", "null", "[]", "{}", #"{"answer":7}"#, #"{"answer":"sentt"}"#, #"{"answer":"sent"}"#,
            #"{"answer":"duplicate"}"#, #"{"answer":"refused"}"#, #"{"answer":"refused","reason":"whim"}"#,
            #"{"answer":"failed","reason":7}"#, #"{"answer":"limited","limit":"sends-per-phone"}"#,
        ])
    func nothing(text: String) {
        #expect(AnswerCodec.decode(Array(text.utf8)) == nil)
    }

    @Test("a worker of another version may say nothing of the limit, or name another: its answer is good without")
    func otherVersions() {
        let said = String(decoding: AnswerCodec.encode(.retrying(Self.admitted)), as: UTF8.self)
        for (old, new) in [("sends-per-prefix", "later"), ("\"left\"", "\"x\""), ("\"interval\"", "\"x\"")] {
            let body = Array(said.replacing(old, with: new).utf8)
            #expect(body != Array(said.utf8) && AnswerCodec.decode(body) == .retrying(Self.summary))
        }
    }

    @Test("half an answer is none")
    func truncated() {
        for answer in Self.answers {
            let body = AnswerCodec.encode(answer)
            for length in 0..<body.count { #expect(AnswerCodec.decode(Array(body.prefix(length))) == nil) }
        }
    }
}
