import Operations
import Testing
import VerificationCore
import VerificationTesting

@Suite("Showing and resetting limits")
struct LimitServiceTests {
    private let sample = OperatorSample()
    private let bench: StoreBench
    private let service: LimitService

    init() async throws {
        let clock = sample.clock
        sample.world.put(App(id: try #require(AppID("demo")), displayName: "Demo", rules: .fiveOfEverything))
        bench = StoreBench(workers: [sample.world], now: clock.now)
        service = LimitService(
            limits: sample.world, apps: sample.world, tallies: sample.world, permits: sample.permits, now: { clock.now }
        )
    }

    @Test("shows what a phone has used, which is noted, and resets a limit for a reason")
    func reset() async throws {
        let (question, person) = (try await used(), try sample.person(.support))
        let (_, uses) = try await service.uses(of: question, for: person)
        #expect(uses.first { $0.limit == .sendsPerPhone }?.used == 1)
        #expect(try await service.previewReset(of: [.sendsPerPhone], question, for: person).uses.map(\.used) == [1])
        try await service.reset([.sendsPerPhone], of: question, because: "a person called", by: person)
        let (_, after) = try await service.uses(of: question, for: person)
        #expect(after.first { $0.limit == .sendsPerPhone }?.used == 0)
        #expect(after.first { $0.limit == .sendsPerApp }?.used == 1)
        let lines = try sample.audit()
        #expect(lines.count == 3 && lines.allSatisfy { !$0.contains("1510") })
        #expect(lines[1].hasPrefix("reset-limit done: sends-per-phone of app demo, +49"))
        #expect(lines[1].hasSuffix("because a person called"))
    }

    @Test("a viewer sees what an app, an address and a prefix have used, and neither a phone's nor a reset")
    func viewer() async throws {
        let (question, person) = (try await used(), try sample.person(.viewer))
        let shared = LimitService.Question(app: "demo", address: IPAddress("192.0.2.1"), prefix: "49-DE")
        let (_, uses) = try await service.uses(of: shared, for: person)
        #expect(uses.filter { $0.used == 1 }.map(\.limit) == [.sendsPerIP, .sendsPerPrefix, .sendsPerApp])
        #expect(try sample.audit().isEmpty)
        await #expect(throws: OperatorError.forbidden(.unmask)) { try await service.uses(of: question, for: person) }
        await #expect(throws: OperatorError.forbidden(.resetLimit)) {
            try await service.reset([.sendsPerApp], of: shared, because: "x", by: person)
        }
        #expect(try sample.audit().count == 2)
    }

    @Test("refuses an app that is not there, a limit without its holder, and the limit of a verification")
    func refused() async throws {
        let person = try sample.person(.support)
        await #expect(throws: OperatorError.nothing("such app")) {
            try await service.uses(of: LimitService.Question(app: "other"), for: person)
        }
        let question = LimitService.Question(app: "demo")
        for limit in [
            LimitReached.Limit.sendsPerPhone, .sendsPerIP, .sendsPerVerification, .wrongCodesOfStrangers,
            .unprovenSends, .sendsPerProof,
        ] {
            await #expect(throws: OperatorError.self) {
                try await service.reset([limit], of: question, because: "x", by: person)
            }
        }
    }

    @Test("several limits are reset at once, as a command does, and a command and a page leave the same line")
    func several() async throws {
        let question = try await used()
        let own: Set<LimitReached.Limit> = [.wrongCodesPerPhone, .sendsPerPhone]
        for person in [try sample.person(.support), .terminal(user: "root")] {
            try await service.reset(own, of: question, because: "a call", by: person)
        }
        let lines = try sample.audit()
        #expect(Set(lines).count == 1 && lines.count == 2)
        #expect(lines[0].hasPrefix("reset-limit done: sends-per-phone, wrong-codes-per-phone of app demo, +49"))
        #expect(try sample.world.auditLines(before: nil, limit: 9).map(\.entry.actor) == ["root", "anna"])
    }

    @Test("tells how often limits held people within the last hour")
    func held() async throws {
        let minute = Minute(sample.clock.now)
        try await sample.world.add([
            Tally(TallyKey(.checkLimited, in: minute, region: "DE", reason: "wrong-codes-per-ip"), count: 2),
            Tally(TallyKey(.limited, in: minute - 59, region: "DE", reason: "sends-per-phone"), count: 3),
            Tally(TallyKey(.limited, in: minute - 60, region: "DE", reason: "sends-per-phone"), count: 100),
        ])
        let held = try #require(await service.held.look(nil).current)
        #expect(held.byLimit.map(\.name) == ["sends-per-phone", "wrong-codes-per-ip"])
        #expect(held.byRegion == [TallySum(name: "DE", counts: [.limited: 3])])
    }

    /// A phone to which a message was sent, from an address.
    private func used() async throws -> LimitService.Question {
        let request = try bench.request(clientIP: "192.0.2.1")
        _ = try await bench.send(request, rules: .fiveOfEverything)
        return LimitService.Question(app: request.app.name, phone: request.phone, address: request.clientIP)
    }
}
