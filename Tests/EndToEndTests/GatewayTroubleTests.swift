import StrictJSON
import Testing
import VerificationCore

/// What becomes of a verification when the gateway does not do its part.
@Suite("with a gateway in trouble", .serialized, .timeLimit(.minutes(10)))
struct GatewayTroubleTests {
    private let phone = Site.phones(1)[0]

    @Test("a gateway that refuses connections is tried again until it takes the message, which is sent once")
    func refusing() async throws {
        try await withSite(gatewayIsOpen: false) { site in
            let api = try await site.serve().caller
            let answer = try await api.start(phone, wait: 30)
            #expect(answer.status == 202)
            let id = try #require(answer.id)
            try await site.ledger.open()
            try await site.ledger.sms(atLeast: 1)
            #expect(try await site.endedMessages() == ["accepted"])
            let message = try await api.show(id).body["messages"]?.array?.first
            #expect(try #require(message?["tries"]?.integer) > 1)
            #expect(message?["possibleDuplicate"]?.bool == false)
            #expect(try await api.check(id, try site.ledger.onlyCode(of: phone)).status == 200)
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: [phone]))
        }
    }

    @Test("a message that the gateway rejects has failed, and takes nothing from the phone's limit")
    func rejecting() async throws {
        try await withSite(rules: #"{"resendAfter":0,"sendsPerPhone":[{"count":1,"seconds":600}]}"#) { site in
            let api = try await site.serve().caller
            site.ledger.answer(.status(400))
            let failed = try await api.askOnce(phone)
            #expect(failed["status"] == "failed")
            #expect(try await api.show(try #require(failed.id))["status"] == "failed")
            #expect(site.ledger.calls.count == 1)

            site.ledger.answer(.status(200))
            let sent = try await api.askOnce(phone)
            #expect(sent["status"] == "pending")
            let limited = try await api.askOnce(phone)
            #expect(limited.status == 429)
            #expect(limited.header("retry-after") != nil)
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: [phone]))
        }
    }

    @Test("of a gateway that takes the message and says nothing nobody can know, and nothing is sent again")
    func silent() async throws {
        try await withSite { site in
            let api = try await site.serve(gatewayDeadline: "4s").caller
            site.ledger.answer(.hold)
            let answer = try await api.start(phone, wait: 30)
            #expect(answer.status == 200)
            #expect(answer["status"] == "pending")
            #expect(answer.body["message"]?["status"]?.string == "unknown")
            #expect(try await site.endedMessages() == ["unknown"])
            let id = try #require(answer.id)
            #expect(try await api.check(id, try site.ledger.onlyCode(of: phone)).status == 200)
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: [phone]))
        }
    }

    @Test("a connection that breaks after the message left is as unknown as silence")
    func hangingUp() async throws {
        try await withSite { site in
            let api = try await site.serve().caller
            site.ledger.answer(.hangUp)
            let answer = try await api.start(phone, wait: 30)
            #expect(answer["status"] == "pending")
            #expect(try await site.endedMessages() == ["unknown"])
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: [phone]))
        }
    }
}
