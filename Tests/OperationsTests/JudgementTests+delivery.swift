import Operations
import Testing
import VerificationCore
import VerificationTesting

/// What the judgement says of gateways that take messages and do not deliver them.
extension JudgementTests {
    /// Counts of gateways that took 10 messages a minute until `now`, and delivered as many as the closure says.
    private func taken(
        by gateways: [String: (_ minutesAgo: Int) -> Int], kinds: [TallyKind] = [.accepted, .awaited]
    ) async throws -> Counts {
        let world = InMemoryWorld()
        for (name, delivered) in gateways {
            for ago in [0..<30, 10_080..<10_110].joined() {
                let minute = Minute(now) - ago
                var counted = kinds.map { Tally(TallyKey($0, in: minute, region: "DE", gateway: name), count: 10) }
                let count = delivered(ago)
                if count > 0 {
                    counted.append(Tally(TallyKey(.delivered, in: minute, region: "DE", gateway: name), count: count))
                }
                try await world.add(counted)
            }
        }
        return try await Counts.read(world, at: now)
    }

    private func finding(_ counts: Counts) -> Judgement.RuleFinding? {
        Judgement(of: situation(counts: counts)).findings.first { $0.rule == .deliversLittle }
    }

    @Test(
        "names a gateway that takes everything and delivers nothing within ten minutes, and nobody in the first minutes"
    )
    func deliversNothing() async throws {
        for (silentFor, isNamed) in [(0, false), (2, false), (10, true)] {
            let found = finding(try await taken(by: ["a": { $0 < silentFor ? 0 : 9 }, "b": { _ in 9 }]))
            #expect((found != nil) == isNamed, "\(silentFor) min")
            #expect(
                found?.sentence
                    == (isNamed ? "Gateway a accepts messages, and receipts report 0 % of them delivered." : nil))
            #expect(found?.level ?? .degraded == .degraded)
        }
    }

    @Test("accuses no gateway that reports nothing, or whose receipts are as few as a week ago")
    func deliversAsUsual() async throws {
        #expect(finding(try await taken(by: ["a": { _ in 0 }], kinds: [.accepted])) == nil)
        #expect(finding(try await taken(by: ["a": { _ in 1 }])) == nil, "a week ago it was the same")
        #expect(finding(try await taken(by: ["a": { $0 < 30 ? 1 : 9 }])) != nil)
        func counts(usual: GatewayDeliveries...) -> Counts {
            Counts(
                minute: Minute(now), deliveries: [.init(gateway: "a", taken: 30, delivered: 0)],
                deliveriesWeekBefore: usual)
        }
        #expect(finding(counts(usual: .init(gateway: "a", taken: 9, delivered: 0))) == nil, "few are enough to explain")
        #expect(finding(counts(usual: .init(gateway: "a", taken: 4, delivered: 0))) != nil)
        #expect(finding(counts(usual: .init(gateway: "b", taken: 9, delivered: 0))) != nil)
    }

    @Test("counts a receipt that cannot tell of which minute its message is, and no resend")
    func latePlaces() async throws {
        let world = InMemoryWorld()
        let begun = Minute(now) - 4
        try await world.add([
            Tally(TallyKey(.awaited, in: begun, gateway: "a"), count: 10),
            Tally(TallyKey(.delivered, in: begun, gateway: "a", reason: "again"), count: 9),
        ])
        #expect(finding(try await Counts.read(world, at: now)) != nil)
        try await world.add([Tally(TallyKey(.delivered, in: Minute(now), gateway: "a"), count: 9)])
        #expect(finding(try await Counts.read(world, at: now)) == nil)
    }

    @Test("needs twenty messages, of which fewer than a fifth were delivered, or ten of which none was")
    func deliversTooFew() {
        func counts(_ awaited: Int, _ delivered: Int) -> Counts {
            Counts(
                minute: Minute(now),
                deliveries: [.init(gateway: "a", taken: awaited, delivered: delivered)])
        }
        #expect(finding(counts(9, 0)) == nil && finding(counts(10, 0)) != nil)
        #expect(finding(counts(19, 1)) == nil && finding(counts(20, 4)) == nil)
        #expect(finding(counts(20, 3))?.measure == "3 of 20 messages of 6 min delivered, 20 % is the least")
        let worst = Counts(
            minute: Minute(now),
            deliveries: [
                .init(gateway: "a", taken: 30, delivered: 0), .init(gateway: "b", taken: 100, delivered: 10),
            ])
        #expect(finding(worst)?.sentence.contains("Gateway b") == true, "it keeps more messages from people")
    }
}
