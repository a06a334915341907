import StrictJSON
import Testing
import VerificationCore

/// Many callers at once who know a code or guess it, through two APIs.
@Suite("many codes at once", .serialized, .timeLimit(.minutes(10)))
struct GuessRaceTests {
    private static let callers = 50

    @Test("of fifty wrong ones against a limit of five exactly five are looked at, and the right one comes too late")
    func wrong() async throws {
        try await withSite { site in
            let (apis, id, code) = try await start(site, Site.phones(1)[0])
            let answers = try await atOnce(Self.callers) { try await apis[$0 % 2].check(id, code.guess($0)) }
            expect(answers.count(of: 422), of: answers, is: 5)
            #expect(answers.allSatisfy { $0.status != 422 || $0.code == "invalid-code" })
            #expect(answers.count(of: 409) + answers.count(of: 422) + lost(answers) == 50, "\(answers.summary)")
            #expect(
                answers.allSatisfy { $0.status != 409 || $0["verificationStatus"] == "max_attempts_reached" })
            let right = try await apis[1].check(id, code)
            #expect(right.status == 409)
            #expect(right["verificationStatus"] == "max_attempts_reached")
            #expect(try await site.verificationStatuses() == ["max_attempts_reached": 1])
        }
    }

    @Test(
        "of fifty right ones exactly one approves, and of right and wrong ones together no more than five are looked at"
    )
    func right() async throws {
        try await withSite { site in
            let phones = Site.phones(2)
            let (apis, id, code) = try await start(site, phones[0])
            let answers = try await atOnce(Self.callers) { try await apis[$0 % 2].check(id, code) }
            expect(answers.count { $0["status"] == "approved" }, of: answers, is: 1)
            #expect(answers.count(of: 200) + answers.count(of: 409) + lost(answers) == 50, "\(answers.summary)")
            let statuses = try await site.verificationStatuses()
            expect(statuses["approved", default: 0], of: answers, is: 1)

            let mixed = try #require(try await apis[0].start(phones[1], wait: 30).id)
            let its = try site.ledger.onlyCode(of: phones[1])
            let both = try await atOnce(Self.callers) { number in
                try await apis[number / 2 % 2].check(mixed, number % 2 == 0 ? its : its.guess(number))
            }
            #expect(both.count(of: 200) <= 1, "\(both.summary)")
            #expect(both.count(of: 200) + both.count(of: 422) <= 5, "\(both.summary)")
            #expect(both.count { [200, 409, 422].contains($0.status) } + lost(both) == 50, "\(both.summary)")
        }
    }

    @Test("a phone's guesses are counted over all its verifications, and an address's over all phones")
    func overVerifications() async throws {
        let rules = """
            {"resendAfter":0,"maxSends":100,"maxChecks":100,"sendsPerPhone":[{"count":100,"seconds":600}],
             "wrongCodesPerPhone":[{"count":7,"seconds":3600}],"wrongCodesPerIp":[{"count":9,"seconds":3600}]}
            """
        try await withSite(rules: rules) { site in
            let phones = Site.phones(10)
            let (apis, id, code) = try await start(site, phones[0])
            let first = try await atOnce(Self.callers) { try await apis[$0 % 2].check(id, code.guess($0)) }
            expect(first.count(of: 422), of: first, is: 7)
            expectLimited(first.filter { $0.status != 422 }, by: "wrong-codes-per-phone")
            #expect(try await apis[0].cancel(id).status == 200)
            let next = try #require(try await apis[0].askOnce(phones[0]).id)
            #expect(next != id)
            let code2 = try #require(site.ledger.sms.last?.code)
            expectLimited([try await apis[1].check(next, code2)], by: "wrong-codes-per-phone")

            let ids = try await atOnce(9) { try #require(try await apis[$0 % 2].askOnce(phones[$0 + 1]).id) }
            let codes = try phones.dropFirst().map { try site.ledger.onlyCode(of: $0) }
            let second = try await atOnce(Self.callers) { number in
                try await apis[number % 2].check(ids[number % 9], codes[number % 9].guess(number), from: "192.0.2.7")
            }
            expect(second.count(of: 422), of: second, is: 9)
            expectLimited(second.filter { $0.status != 422 }, by: "wrong-codes-per-ip")
            // A person at another address is not held up, and right codes cost nothing.
            for number in 0..<9 {
                let answer = try await apis[0].check(ids[number], codes[number], from: "192.0.2.8")
                #expect(answer.status == 200)
            }
        }
    }

    private func expectLimited(_ answers: [APICaller.Answer], by limit: String) {
        let limited = answers.filter { $0.status == 429 && $0["reason"] == limit }
        #expect(limited.count + lost(answers) == answers.count, "\(answers.summary)")
        #expect(limited.allSatisfy { $0.header("retry-after") != nil && $0.text.contains("\"\(limit)\";r=0") })
    }

    /// Expects exactly so many answers, or fewer by the calls for which the database was too slow.
    ///
    /// The caller of such a call cannot know whether it was counted.
    private func expect(_ count: Int, of answers: [APICaller.Answer], is expected: Int) {
        #expect((max(0, expected - lost(answers))...expected).contains(count), "\(answers.summary)")
    }

    private func lost(_ answers: [APICaller.Answer]) -> Int { answers.count { $0.code == "storage-unavailable" } }

    /// Two APIs, a worker, and a verification whose code has left.
    private func start(
        _ site: Site, _ phone: String
    ) async throws -> (apis: [APICaller], id: String, code: String) {
        let apis = [try await site.api().caller, try await site.api().caller]
        _ = try await site.worker()
        let id = try #require(try await apis[0].start(phone, wait: 30).id)
        return (apis, id, try site.ledger.onlyCode(of: phone))
    }
}

extension String {
    /// A wrong code of six digits, a different code for each number.
    fileprivate func guess(_ number: Int) -> String {
        let other = String(((Int(self) ?? 0) + 1 + number) % 1_000_000)
        return String(repeating: "0", count: 6 - other.count) + other
    }
}
