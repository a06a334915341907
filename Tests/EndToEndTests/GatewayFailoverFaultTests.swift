import StrictJSON
import Testing
import VerificationCore

/// A gateway begins to fail, or is switched off, while messages go through it and another gateway.
@Suite("with two gateways for a message", .serialized, .timeLimit(.minutes(10)))
struct GatewayFailoverFaultTests {
    enum Trouble: String, CaseIterable, Sendable {
        case busy, unavailable, refusesConnections, staysSilent
    }

    @Test(
        "when a gateway begins to fail under load, no verification is lost and nothing is sent twice",
        arguments: Trouble.allCases)
    func failing(_ trouble: Trouble) async throws {
        let (isOpen, promises) = (trouble != .refusesConnections, trouble == .unavailable)
        try await GatewayPair.with(deadline: "3s", mainIsOpen: isOpen, promises: promises) { pair in
            let api = try await pair.site.api().caller
            let workers = [try await pair.worker(), try await pair.worker()]
            let load = SteadyLoad(api, phones: Site.phones(20_000))
            try await load.run(callers: 4) {
                try await pair.other.sms(atLeast: 20)
                begin(trouble, at: pair.main)
                // A busy gateway is only held for a while; its breaker stays closed.
                let opens = ![.busy, .unavailable].contains(trouble)
                for worker in workers where opens { try await worker.says(Self.fails, "gateway", "main") }
                let calls = pair.other.calls.count
                try await pair.other.calls(atLeast: calls + 40)
                let list = try await pair.gateways("list")
                #expect(list["gateways"]?.array?.map { $0["fails"]?.bool } == [opens, false] && list["workers"] == 2)
                // A trial call needs a message that goes through the gateway.
                try await end(trouble, at: pair.main)
                for worker in workers where opens {
                    try await worker.says("the gateway works again", "gateway", "main")
                }
            }
            try await pair.site.expectDrained()
            load.expectOneSMS(each: pair.phones)
        }
    }

    /// A proxy gives these answers too, after the receiver has sent the SMS.
    @Test("an answer that nobody promises to mean \"not sent\" leads to no call of another gateway, and no other try")
    func doubtful() async throws {
        try await GatewayPair.with { pair in
            let api = try await pair.site.api().caller
            _ = try await pair.worker()
            let statuses = [503, 408, 409, 499]
            let phones = Site.phones(statuses.count)
            for (phone, status) in zip(phones, statuses) {
                for ledger in [pair.main, pair.other] { ledger.answer(.status(status)) }
                let answer = try await api.start(phone, wait: 30)
                #expect(answer.status == 200 && answer["status"] == "pending", "\(status)")
                #expect(answer.body["message"]?["status"]?.string == "unknown", "\(status)")
            }
            #expect(try await pair.site.endedMessages(4) == statuses.map { _ in "unknown" })
            try await pair.site.expectDrained()
            #expect((pair.main.calls + pair.other.calls).map(\.phone).sorted() == phones)
        }
    }

    @Test("a gateway that an operator switches off under load gets no further message, until it is switched on again")
    func switchedOff() async throws {
        try await GatewayPair.with { pair in
            let api = try await pair.site.api().caller
            let workers = [try await pair.worker(), try await pair.worker()]
            let load = SteadyLoad(api, phones: Site.phones(20_000))
            try await load.run(callers: 4) {
                try await pair.main.sms(atLeast: 20)
                let off = try await pair.gateways("off", "main")
                #expect(off["isOff"] == true)
                let begun = ContinuousClock.now
                for worker in workers {
                    try await worker.says("an operator has switched the gateway off", "gateway", "main")
                }
                // 2 s on a machine that has the time.
                #expect(ContinuousClock.now - begun < .seconds(8))
                // A worker may have had places at the gateway already.
                try await pair.other.sms(atLeast: pair.other.sms.count + 40)
                let last = pair.main.calls.count
                try await pair.other.sms(atLeast: pair.other.sms.count + 80)
                #expect(pair.main.calls.count == last)
                try await pair.gateways("on", "main")
                try await pair.main.calls(atLeast: last + 20)
            }
            try await pair.site.expectDrained()
            load.expectOneSMS(each: pair.phones)
        }
    }

    @Test("an operator's weight moves the messages to the other gateway, and back")
    func weighted() async throws {
        try await GatewayPair.with(routes: "[{gateways: [main 1000, other 0]}]") { pair in
            let api = try await pair.site.api().caller
            let worker = try await pair.worker()
            let load = SteadyLoad(api, phones: Site.phones(20_000))
            try await load.run(callers: 2) {
                try await pair.main.sms(atLeast: 20)
                #expect(pair.other.calls.isEmpty)
                #expect(try await pair.gateways("weight", "main", "0")["weight"] == 0)
                #expect(try await pair.gateways("weight", "other", "7")["weight"] == 7)
                try await worker.says("an operator has changed the gateway's weight", "gateway", "other")
                try await pair.other.sms(atLeast: 20)
                #expect(try await pair.gateways("weight", "other", "default")["weight"] == nil)
            }
            try await pair.site.expectDrained()
            load.expectOneSMS(each: pair.phones)
        }
    }

    @Test("commands refuse a gateway that the settings do not know, and a weight that no gateway can have")
    func refusedCommands() async throws {
        try await withSite { site in
            let gateway = ["--set", "gateway.kind=webhook", "--set", "gateway.url=\(site.ledger.url)"]
            for wrong in [["off", "main"], ["weight", "webhook", "1001"], ["weight", "webhook", "much"]] {
                let command = try site.start(["gateways"] + wrong + gateway)
                #expect(try await command.exit() == .code(wrong[0] == "off" ? 66 : 64), "\(wrong)")
            }
            let text = try await site.text(["gateways", "off", "webhook"] + gateway)
            #expect(text.contains("webhook is off at all workers (now 0)"))
            #expect(try await site.text(["gateways", "list"] + gateway).contains("off"))
        }
    }

    private static let fails = "the gateway fails; messages take other gateways, or wait"

    private func begin(_ trouble: Trouble, at ledger: SMSLedger) {
        switch trouble {
        case .busy: ledger.answer(.status(429))
        case .refusesConnections: break
        case .unavailable: ledger.answer(.status(503))
        case .staysSilent: ledger.answer(.hold)
        }
    }

    private func end(_ trouble: Trouble, at ledger: SMSLedger) async throws {
        switch trouble {
        case .busy, .unavailable: ledger.answer(.status(200))
        case .refusesConnections: try await ledger.open()
        case .staysSilent: ledger.release()
        }
    }
}
