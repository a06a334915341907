import Glibc
import StrictJSON
import Testing
import VerificationCore

/// What a backend sees when nothing is wrong: the real program, broker and database, and a gateway that counts.
@Suite("a verification, end to end", .serialized, .timeLimit(.minutes(10)))
struct VerificationJourneyTests {
    private let phone = Site.phones(1)[0]

    @Test("a person gets a code, types a wrong one, then the right one, and it is good once")
    func approved() async throws {
        try await withSite { site in
            let api = try await site.serve().caller
            let accepted = try await api.start(phone)
            #expect(accepted.status == 202)
            #expect(accepted["status"] == "queued")
            let id = try #require(accepted.id)
            #expect(accepted.header("location") == "/v1/verifications/\(id)")

            let sms = try await site.ledger.sms(atLeast: 1)[0]
            #expect(sms.phone == phone)
            #expect(sms.text.contains(sms.code))
            let wrong = try await api.check(id, sms.code.wrongCode)
            #expect(wrong.status == 422)
            #expect(wrong.code == "invalid-code")
            #expect(wrong.body["remainingChecks"]?.integer == 4)
            let right = try await api.check(id, sms.code)
            #expect(right.status == 200)
            #expect(right["status"] == "approved")
            let again = try await api.check(id, sms.code)
            #expect(again.status == 409)
            #expect(again["verificationStatus"] == "approved")
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: [phone]))
        }
    }

    @Test("with API and worker in processes of their own, a caller that waits hears what became of the send")
    func preferWait() async throws {
        try await withSite { site in
            let api = try await site.api().caller
            _ = try await site.worker()
            let first = try await api.start(phone, wait: 30)
            #expect(first.status == 200)
            #expect(first["status"] == "pending")
            #expect(first.body["deduplicated"]?.bool == false)
            #expect(first.body["message"]?["status"]?.string == "accepted")
            let second = try await api.start(phone, wait: 30)
            #expect(second.status == 200)
            #expect(second.body["deduplicated"]?.bool == true)
            #expect(second.id == first.id)
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: [phone]))
        }
    }

    @Test("a request within resendAfter gets an id of its own that leads to the verification, and no second SMS")
    func reentrant() async throws {
        try await withSite { site in
            let api = try await site.serve().caller
            let first = try #require(try await api.start(phone, wait: 30).id)
            let second = try #require(try await api.start(phone).id)
            #expect(first != second)
            try await eventually("the second id leads to the first") { try await api.show(second).id == first }
            let code = try site.ledger.onlyCode(of: phone)
            let approval = try await api.check(second, code)
            #expect(approval.status == 200)
            #expect(approval.id == first)
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: [phone]))
        }
    }

    @Test("a canceled verification takes no code any more, and a second cancel says the same")
    func canceled() async throws {
        try await withSite { site in
            let api = try await site.serve().caller
            let id = try #require(try await api.start(phone, wait: 30).id)
            for _ in 1...2 {
                let answer = try await api.cancel(id)
                #expect(answer.status == 200)
                #expect(answer["status"] == "canceled")
            }
            let check = try await api.check(id, try site.ledger.onlyCode(of: phone))
            #expect(check.status == 409)
            #expect(check["verificationStatus"] == "canceled")
        }
    }

    @Test("an id is known before any worker has seen its request, and a made-up one never is")
    func unseen() async throws {
        try await withSite { site in
            let api = try await site.api().caller
            let id = try #require(try await api.start(phone).id)
            #expect(try await api.show(id)["status"] == "queued")
            #expect(try await api.check(id, "123456").status == 409)
            #expect(try await api.show(Site.makeID().description).status == 404)
            _ = try await site.worker()
            try await site.ledger.sms(atLeast: 1)
            try await site.endedMessages()
            #expect(try await api.show(id)["status"] == "pending")
        }
    }

    @Test("of fifty callers at once, with three workers and one phone, all get one verification, and one approves it")
    func fiftyCallers() async throws {
        try await withSite { site in
            let api = try await site.api().caller
            for _ in 1...3 { _ = try await site.worker() }
            let phone = phone
            let accepted = try await atOnce(50) { _ in try await api.start(phone) }
            #expect(accepted.allSatisfy { $0.status == 202 })
            let ids = accepted.compactMap(\.id)
            #expect(Set(ids).count == 50)
            try await site.ledger.sms(atLeast: 1)
            try await site.expectSeen(ids, by: api)

            let verifications = try await atOnce(50) { try await api.show(ids[$0]).id }
            #expect(Set(verifications).count == 1)
            let code = try site.ledger.onlyCode(of: phone)
            let checks = try await atOnce(50) { try await api.check(ids[$0], code).status }
            #expect(checks.filter { $0 == 200 }.count == 1)
            #expect(checks.filter { $0 == 409 }.count == 49)
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: [phone]))
        }
    }

    @Test("a worker that is asked to stop finishes what it has in hand, takes no more, and loses nothing")
    func stopping() async throws {
        try await withSite { site in
            let phones = Site.phones(21)
            let api = try await site.api().caller
            site.ledger.answer(.hold)
            let worker = try await site.worker(gatewayDeadline: "60s", prefetch: 20)
            for phone in phones.dropLast() { #expect(try await api.start(phone).status == 202) }
            try await site.ledger.sms(atLeast: 20)

            worker.signal(SIGTERM)
            try await worker.says("worker stops taking requests")
            // The worker has no room for this request, and takes no more requests when it has room again.
            #expect(try await api.start(phones[20]).status == 202)
            site.ledger.release()
            #expect(try await worker.exit(within: .seconds(40)) == .code(0))
            #expect(try await site.endedMessages(20) == Array(repeating: "accepted", count: 20))
            #expect(try await site.waiting() == 1)

            _ = try await site.worker()
            try await site.ledger.sms(atLeast: 21)
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: phones))
        }
    }
}
