import Foundation
import StrictJSON
import Testing
import VerificationCore

/// Callers repeat a call with the same idempotency key, through API processes that know nothing of each other.
@Suite("an idempotency key", .serialized, .timeLimit(.minutes(10)))
struct IdempotencyKeyTests {
    /// Without the key every call would send.
    private static let rules = #"{"resendAfter":0,"maxSends":100,"sendsPerPhone":[{"count":100,"seconds":600}]}"#

    @Test("of fifty callers at once, through two APIs and to three workers, makes one id and one SMS")
    func oneEffect() async throws {
        try await withSite(rules: Self.rules) { site in
            let apis = [try await site.api().caller, try await site.api().caller]
            for _ in 1...3 { _ = try await site.worker() }
            let phone = Site.phones(1)[0]
            let day = Self.day
            let answers = try await atOnce(50) { number in
                try await apis[number % 2].ask(
                    phone, ["languageCode": "fr"], wait: number % 4 < 2 ? 30 : nil, key: "order 1")
            }
            #expect(answers.count(of: 200) + answers.count(of: 202) == 50, "\(answers.summary)")
            let ids = Set(answers.compactMap(\.id))
            // The day is part of the id, so a run over midnight has two ids; both lead to the same verification.
            #expect(ids.count == 1 || day != Self.day)
            try await site.expectSeen(Array(ids), by: apis[0])
            try await site.ledger.sms(atLeast: 1)
            let id = try #require(ids.first)
            let verification = try #require(try await apis[1].show(id).id)
            for id in ids { #expect(try await apis[0].show(id).id == verification) }

            // The key leads to the verification also after its approval.
            #expect(try await apis[0].check(verification, try site.ledger.onlyCode(of: phone)).status == 200)
            let late = try await apis[1].ask(phone, ["languageCode": "fr"], wait: 30, key: "order 1")
            #expect(late.status == 200)
            #expect(late.id == verification)
            #expect(late["status"] == "approved")
            try await site.expectDrainedInTheEnd()
            #expect(site.ledger.hasOneSMS(for: [phone]))
        }
    }

    @Test("that asks for something else is refused and does nothing; another app's key of the same text is another key")
    func otherWords() async throws {
        try await withSite(rules: Self.rules) { site in
            let apis = [try await site.api().caller, try await site.api().caller]
            let other = try await apis[1].with(key: site.addApp("other"))
            for _ in 1...2 { _ = try await site.worker() }
            let phones = Site.phones(3)
            let first = try await apis[0].ask(phones[0], wait: 30, key: "order 1")
            #expect(first.status == 200)

            let waiting = try await atOnce(20) { try await apis[$0 % 2].ask(phones[1], wait: 30, key: "order 1") }
            #expect(waiting.allSatisfy { $0.code == "idempotency-key-reused" }, "\(waiting.summary)")
            let language = try await apis[1].ask(phones[0], ["languageCode": "fr"], wait: 30, key: "order 1")
            #expect(language.status == 422)
            let accepted = try await apis[1].ask(phones[0], ["metadata": ["order": "2"]], key: "order 1")
            #expect(accepted.status == 202)
            let id = try #require(accepted.id)
            try await eventually("a worker has seen it") { try await apis[0].show(id)["status"] != "queued" }
            #expect(try await apis[0].show(id).code == "idempotency-key-reused")
            #expect(try await apis[0].check(id, try site.ledger.onlyCode(of: phones[0])).status == 422)

            let others = try await other.ask(phones[0], wait: 30, key: "order 1")
            #expect(others.status == 200)
            #expect(others.id != first.id)
            #expect(others.body["deduplicated"]?.bool == false)
            #expect(try await apis[0].ask(phones[2], wait: 30, key: "order 2").status == 200)
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: [phones[0], phones[0], phones[2]]))
        }
    }

    private static var day: Int { Int(Date().timeIntervalSince1970 / 86_400) }
}
