import AMQP
import Glibc
import StrictJSON
import Testing
import VerificationCore

/// A worker freezes, and goes on when its lease is over and another worker has taken its message.
///
/// The broker cannot distinguish a frozen worker from a slow worker, and waits. So the producer repeats the request.
@Suite("a worker that sleeps beyond its lease", .serialized, .timeLimit(.minutes(10)))
struct FrozenWorkerFaultTests {
    private let phone = Site.phones(1)[0]
    private let id = Site.makeID()
    private var request: [AMQPMessage] { [Site.request(id, phone)] }

    /// Two sends a day: if a worker wrongly gave a share back, a third SMS would leave.
    private static func rules(_ policy: String, resendAfter: Int = 0) -> String {
        #"{"resendAfter":\#(resendAfter),"whenUnknown":"\#(policy)","sendsPerPhone":[{"count":2,"seconds":86400}]}"#
    }

    @Test("and hears then that the gateway refused: the verification stays pending, its code good, the limit used")
    func lateRefusal() async throws {
        try await withSite(rules: Self.rules("hold")) { site in
            let api = try await site.api().caller
            let sleeper = try await sleepDuringTheCall(site)
            let other = try await site.worker()
            try await site.publish(request)
            #expect(try await site.endedMessages() == ["unknown"])
            try await other.stop()
            site.ledger.release(400)
            sleeper.signal(SIGCONT)
            try await sleeper.stop()
            #expect(try await site.endedMessages() == ["unknown"])
            #expect(try await api.show(id.description)["status"] == "pending")

            site.ledger.answer(.status(200))
            _ = try await site.worker()
            let resent = try await api.askOnce(phone)
            #expect(resent.id == id.description)
            #expect(try await api.askOnce(phone)["reason"] == "sends-per-phone")
            try await expectOneCode(site, flagged: [false, false], approvedBy: api)
        }
    }

    @Test("while another sends once more and the person is approved: a late refusal takes nothing of that back")
    func lateRefusalAfterApproval() async throws {
        try await withSite(rules: Self.rules("resend")) { site in
            let api = try await site.api().caller
            let sleeper = try await sleepDuringTheCall(site)
            site.ledger.answer(.status(200))
            let other = try await site.worker()
            try await site.publish(request)
            try await site.ledger.sms(atLeast: 2)
            #expect(try await site.endedMessages() == ["accepted"])
            try await expectOneCode(site, flagged: [false, true], approvedBy: api)
            try await other.stop()
            site.ledger.release(400)
            sleeper.signal(SIGCONT)
            try await sleeper.stop()
            #expect(try await site.endedMessages() == ["accepted"])
            #expect(try await api.show(id.description)["status"] == "approved")
            try await site.expectDrainedInTheEnd()
            #expect(site.ledger.calls.count == 2)
        }
    }

    @Test(
        "between its claim and the gateway: it does not call any more, and the one SMS is the person's next request's")
    func beforeTheCall() async throws {
        try await withSite(rules: Self.rules("hold", resendAfter: 1)) { site in
            let api = try await site.api().caller
            let sleeper = try await sleepBeforeTheCall(site)
            let other = try await site.worker()
            try await site.publish(request)
            #expect(try await site.endedMessages() == ["unknown"])
            try await other.stop()
            sleeper.signal(SIGCONT)
            try await sleeper.stop()
            #expect(site.ledger.calls.isEmpty)
            #expect(try await site.endedMessages() == ["unknown"])

            _ = try await site.worker()
            #expect(try await api.askOnce(phone).id == id.description)
            try await expectOneCode(site, flagged: [false], approvedBy: api)
            try await site.expectDrainedInTheEnd()
        }
    }

    @Test("between its claim and the gateway, when the app wants a second try: the other's SMS is the only one")
    func beforeTheCallWithResend() async throws {
        try await withSite(rules: Self.rules("resend")) { site in
            let api = try await site.api().caller
            let sleeper = try await sleepBeforeTheCall(site)
            _ = try await site.worker()
            try await site.publish(request)
            try await site.ledger.sms(atLeast: 1)
            #expect(try await site.endedMessages() == ["accepted"])
            sleeper.signal(SIGCONT)
            try await sleeper.stop()
            try await expectOneCode(site, flagged: [true], approvedBy: api)
            try await site.expectDrainedInTheEnd()
            #expect(try await site.endedMessages() == ["accepted"])
            #expect(site.ledger.calls.count == 1)
        }
    }

    /// Starts a worker that freezes while it waits for the gateway's answer.
    private func sleepDuringTheCall(_ site: Site) async throws -> ChildProcess {
        site.ledger.answer(.hold)
        let sleeper = try await site.worker(gatewayDeadline: "2s", prefetch: 1)
        try await site.publish(request)
        try await site.ledger.sms(atLeast: 1)
        try await sleeper.freeze()
        return sleeper
    }

    /// Starts a worker that freezes while the database saves its claim; the database saves it all the same.
    private func sleepBeforeTheCall(_ site: Site) async throws -> ChildProcess {
        let sleeper = try await site.worker(gatewayDeadline: "2s", prefetch: 1)
        let request = request
        try await site.whileMessagesAreReadOnly { transaction in
            try await site.publish(request)
            try await transaction.aWorkerWaits(to: "insert into message")
            try await sleeper.freeze()
        }
        try await eventually("the claim is saved") { try await site.messages().first?.stage == "leased" }
        return sleeper
    }

    /// Expects that all SMS so far hold the same code, and that the code is good.
    private func expectOneCode(_ site: Site, flagged: [Bool], approvedBy api: APICaller) async throws {
        let sms = site.ledger.sms
        #expect(sms.map(\.mayBeDuplicate) == flagged)
        #expect(Set(sms.map(\.code)).count == 1)
        #expect(try await api.check(id.description, try #require(sms.first?.code))["status"] == "approved")
    }
}
