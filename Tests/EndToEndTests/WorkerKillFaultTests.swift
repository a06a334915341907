import Glibc
import StrictJSON
import Testing
import VerificationCore

/// A worker dies at each point of a message's path; what reached the gateway is counted there.
///
/// The program has no hooks for this: a lock in the database or a silent gateway holds the worker where it shall die.
@Suite("a worker that dies", .serialized, .timeLimit(.minutes(10)))
struct WorkerKillFaultTests {
    private let phone = Site.phones(1)[0]

    @Test("after delivery, before the claim: another worker sends the one SMS")
    func beforeTheClaim() async throws {
        try await withSite { site in
            let api = try await site.api().caller
            let worker = try await site.worker()
            try await site.whileLocked("phone_state") { transaction in
                #expect(try await api.start(phone).status == 202)
                try await transaction.aWorkerWaits()
                try await worker.kill()
                try await transaction.noWorkerWaits()
            }
            #expect(try await site.messages().isEmpty)

            _ = try await site.worker()
            #expect(try await site.endedMessages() == ["accepted"])
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: [phone]))
        }
    }

    @Test("after the claim, before the first byte to the gateway: nothing is sent until the person asks again")
    func beforeTheGateway() async throws {
        try await withSite(rules: #"{"resendAfter":1}"#) { site in
            let api = try await site.api().caller
            let hung = try ReservedPort()
            let stranger = try hung.listenWithoutAccepting()
            defer { close(stranger) }
            let worker = try await site.worker(gatewayDeadline: "3s", url: "http://127.0.0.1:\(hung.port)/sms")
            let id = try #require(try await api.start(phone).id)
            try await eventually("the claim is saved") { try await site.messages().first?.stage == "leased" }
            try await worker.kill()

            _ = try await site.worker()
            #expect(try await site.endedMessages() == ["unknown"])
            #expect(try await api.show(id)["status"] == "pending")
            #expect(site.ledger.sms.isEmpty)

            let resent = try await api.start(phone, wait: 30)
            #expect(resent.id == id)
            let code = try site.ledger.onlyCode(of: phone)
            #expect(try await api.check(id, code).status == 200)
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: [phone]))
        }
    }

    @Test("during the gateway call: nobody can know, nothing is sent again, and the code is good if it arrived")
    func duringTheCall() async throws {
        try await withSite { site in
            let api = try await site.api().caller
            let id = try await startAndKillDuringTheCall(site, api)
            _ = try await site.worker()
            #expect(try await site.endedMessages() == ["unknown"])
            #expect(try await api.show(id)["status"] == "pending")
            #expect(try await api.check(id, try site.ledger.onlyCode(of: phone)).status == 200)
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: [phone]))
        }
    }

    @Test("during the gateway call, when the app wants a second try: once more, the same code, flagged")
    func duringTheCallWithResend() async throws {
        try await withSite(rules: #"{"whenUnknown":"resend"}"#) { site in
            let api = try await site.api().caller
            let id = try await startAndKillDuringTheCall(site, api)
            site.ledger.release()
            _ = try await site.worker()
            let sms = try await site.ledger.sms(atLeast: 2)
            #expect(sms.map(\.mayBeDuplicate) == [false, true])
            #expect(sms[0].code == sms[1].code)
            #expect(try await site.endedMessages() == ["accepted"])
            #expect(try await api.show(id).body["messages"]?.array?.first?["possibleDuplicate"]?.bool == true)
            #expect(try await api.check(id, sms[0].code).status == 200)
            try await site.expectDrained()
            #expect(site.ledger.sms.count == 2)
        }
    }

    @Test("after the gateway's answer, before the record: nobody can know, and nothing is sent again")
    func beforeTheRecord() async throws {
        try await withSite { site in
            let api = try await site.api().caller
            site.ledger.answer(.hold)
            let worker = try await site.worker(gatewayDeadline: "2s")
            let id = try #require(try await api.start(phone).id)
            try await site.ledger.sms(atLeast: 1)
            try await site.whileLocked("message") { transaction in
                site.ledger.release()
                try await transaction.aWorkerWaits()
                try await worker.kill()
                try await transaction.noWorkerWaits()
            }

            _ = try await site.worker()
            #expect(try await site.endedMessages() == ["unknown"])
            #expect(try await api.check(id, try site.ledger.onlyCode(of: phone)).status == 200)
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: [phone]))
        }
    }

    @Test("after the record, before the acknowledgement: another worker acknowledges, and the gateway hears nothing")
    func beforeTheAcknowledgement() async throws {
        try await withSite { site in
            let api = try await site.api().caller
            site.ledger.answer(.hold)
            let worker = try await site.worker()
            #expect(try await api.start(phone).status == 202)
            try await site.ledger.sms(atLeast: 1)
            try await site.whileLocked("message") { transaction in
                site.ledger.release()
                try await transaction.aWorkerWaits()
                try await worker.freeze()
            }
            // The database does what the worker asked, although the worker is frozen.
            #expect(try await site.endedMessages() == ["accepted"])
            try await worker.kill()
            try await eventually("the request is in the queue again") { try await site.waiting() == 1 }

            _ = try await site.worker()
            try await site.expectDrained()
            #expect(try await site.endedMessages() == ["accepted"])
            #expect(site.ledger.hasOneSMS(for: [phone]))
        }
    }

    @Test("frozen until its lease is over, and thawed: what it then says changes nothing any more")
    func frozen() async throws {
        try await withSite { site in
            let message = Site.request(Site.makeID(), phone)
            site.ledger.answer(.hold)
            let sleeper = try await site.worker(gatewayDeadline: "1s", prefetch: 1)
            try await site.publish([message])
            try await site.ledger.sms(atLeast: 1)
            try await sleeper.freeze()
            _ = try await site.worker()
            // The broker cannot distinguish a frozen worker from a slow worker, and waits. So the producer repeats the
            // request.
            try await site.publish([message])
            #expect(try await site.endedMessages() == ["unknown"])

            site.ledger.release()
            sleeper.signal(SIGCONT)
            try await site.expectDrainedInTheEnd()
            #expect(try await site.endedMessages() == ["unknown"])
            #expect(site.ledger.hasOneSMS(for: [phone]))
        }
    }

    @Test("frozen until its lease is over, when the app wants a second try: two SMS of one code, and no third")
    func frozenWithResend() async throws {
        try await withSite(rules: #"{"whenUnknown":"resend"}"#) { site in
            let message = Site.request(Site.makeID(), phone)
            site.ledger.answer(.hold)
            let sleeper = try await site.worker(gatewayDeadline: "1s", prefetch: 1)
            try await site.publish([message])
            try await site.ledger.sms(atLeast: 1)
            try await sleeper.freeze()
            site.ledger.release()
            _ = try await site.worker()
            try await site.publish([message])
            let sms = try await site.ledger.sms(atLeast: 2)
            #expect(try await site.endedMessages() == ["accepted"])

            sleeper.signal(SIGCONT)
            try await site.expectDrainedInTheEnd()
            #expect(try await site.endedMessages() == ["accepted"])
            #expect(sms.map(\.mayBeDuplicate) == [false, true])
            #expect(Set(sms.map(\.code)).count == 1)
            #expect(site.ledger.sms.count == 2)
        }
    }

    /// Leaves a request whose worker died while the gateway had its message.
    private func startAndKillDuringTheCall(_ site: Site, _ api: APICaller) async throws -> String {
        site.ledger.answer(.hold)
        let worker = try await site.worker(gatewayDeadline: "2s")
        let id = try #require(try await api.start(phone).id)
        try await site.ledger.sms(atLeast: 1)
        try await worker.kill()
        return id
    }
}
