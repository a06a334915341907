import Operations
import Testing
import VerificationCore
import VerificationTesting

@Suite("Acknowledging a finding")
struct AcknowledgementServiceTests {
    private let sample: OperatorSample
    private let watch: SituationWatch
    private let service: AcknowledgementService

    init() {
        sample = OperatorSample()
        let (world, clock) = (sample.world, sample.clock)
        let queries = CachedQueries(
            broker: ScriptedBrokerProbe(), workers: world, audit: world, tallies: world, marks: world, blocks: world,
            freshness: .zero, now: { clock.now })
        watch = SituationWatch(queries, gatewayList: GatewayList(members: [], routes: []), now: { clock.now })
        service = AcknowledgementService(store: world, watch: watch, permits: sample.permits, now: { clock.now })
    }

    @Test("takes the finding out of the verdict until the end, and leaves a line in the audit")
    func acknowledge() async throws {
        let person = try sample.person(.operator)
        let finding = try await service.preview(.noAPI, for: person)
        let until = sample.clock.now + AcknowledgementService.usual
        try await service.acknowledge(.noAPI, seen: .init(finding), until: until, because: "a move", by: person)
        let known = await watch.look().judgement
        #expect(known.acknowledged.map(\.finding.rule) == [.noAPI])
        #expect(!known.findings.map(\.rule).contains(.noAPI))
        #expect(
            try sample.audit().first
                == "acknowledge-finding done: rule no-api: until \(until.rfc3339) because a move")
        sample.world.away = [.operatorsAndAudit]
        #expect(await watch.look().judgement.acknowledged.count == 1, "the last known holds")
        sample.world.away = []
        sample.clock.advance(by: AcknowledgementService.usual)
        #expect(await watch.look().judgement.findings.map(\.rule).contains(.noAPI))
    }

    @Test("is taken back")
    func takeBack() async throws {
        let person = try sample.person(.operator)
        await #expect(throws: OperatorError.self) { try await service.previewTakingBack(of: .noAPI, for: person) }
        let seen = AcknowledgementService.Seen(try await service.preview(.noAPI, for: person))
        let until = sample.clock.now + .seconds(60)
        try await service.acknowledge(.noAPI, seen: seen, until: until, because: "a move", by: person)
        #expect(try await service.previewTakingBack(of: .noAPI, for: person).reason == "a move")
        try await service.takeBack(of: .noAPI, because: "done", by: person)
        #expect(await watch.look().judgement.acknowledged.isEmpty)
        #expect(try sample.audit().first == "acknowledge-finding done: rule no-api: taken back because done")
    }

    @Test("is refused to a lower role, for too long, for the past, for no finding, and for what nobody has read")
    func refusals() async throws {
        let (person, now) = (try sample.person(.operator), sample.clock.now)
        let seen = AcknowledgementService.Seen(try await service.preview(.noAPI, for: person))
        let lower = try sample.person(.support)
        await #expect(throws: OperatorError.forbidden(.acknowledge)) {
            try await service.preview(.noAPI, for: lower)
        }
        for (rule, seen, until) in [
            (Rule.noAPI, seen, now + Acknowledgement.longest + .seconds(1)), (.noAPI, seen, now),
            (.brokerAway, seen, now + .seconds(60)), (.noAPI, .init(level: 1, subjects: [""]), now + .seconds(60)),
            (.noAPI, .init(level: 2, subjects: []), now + .seconds(60)),
        ] {
            await #expect(throws: OperatorError.self) {
                try await service.acknowledge(rule, seen: seen, until: until, because: "x", by: person)
            }
        }
        #expect(try sample.world.acknowledgements().isEmpty)
    }
}
