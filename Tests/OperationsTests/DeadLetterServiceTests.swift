import Operations
import Synchronization
import Testing
import VerificationCore
import VerificationTesting

@Suite("What operators do with dead letters")
struct DeadLetterServiceTests {
    private let sample = OperatorSample()
    private let dead = ThreeDeadLetters()

    @Test("a preview tells how many would go back and how many are too late, and does nothing")
    func preview() async throws {
        let (service, person) = (service(sample.permits), try sample.person(.operator))
        let plan = try await service.previewReplay(of: nil, limit: .max, for: person)
        #expect(plan.survey.present == 3 && plan.moved == 2 && plan.expired == 1, "one is not whole")
        #expect(try await service.previewReplay(of: nil, limit: 1, for: person).moved == 1)
        let other = try await service.previewReplay(of: DeathReason(word: "not-json"), limit: .max, for: person)
        #expect(other.moved == 0 && other.expired == 0)
        #expect(try await service.previewPurge(for: try sample.person(.admin)).present == 3)
        #expect(try sample.audit().isEmpty)
    }

    @Test("a replay and a purge leave a line with their numbers, and none where nothing was there")
    func actions() async throws {
        let (service, person) = (service(sample.permits), try sample.person(.admin))
        #expect(try await service.replay(nil, limit: 2, because: "mended", by: person).replayed == 2)
        #expect(try await service.replay(nil, limit: 2, because: "mended", by: person).replayed == 0)
        #expect(try await service.purge(because: "old", by: person) == (1, 0))
        #expect(try await service.purge(because: "old", by: person) == (0, 0))
        #expect(
            try sample.audit() == [
                "purge-dead-letters done: dead letters: 1 dropped because old",
                "replay-dead-letters done: dead letters: 2 moved, 1 left because mended",
            ])
    }

    @Test("a replay that the broker refuses is noted as failed")
    func broker() async throws {
        dead.state.withLock { $0.problem = BrokerError(.unavailable, context: "gone") }
        await #expect(throws: OperatorError.broker(BrokerError(.unavailable, context: "gone"))) {
            try await service(sample.permits).replay(nil, limit: 2, because: "mended", by: try sample.person(.admin))
        }
        #expect(try sample.audit() == ["replay-dead-letters failed: dead letters because mended"])
    }

    @Test("a command purges while the audit takes no line, and warns")
    func noAudit() async throws {
        sample.world.away = [.operatorsAndAudit]
        await #expect(throws: OperatorError.store(.unavailable)) {
            _ = try await service(sample.permits).purge(because: "old", by: try sample.person(.admin))
        }
        let warnings = Warnings()
        let command = service(sample.commandPermits(warnings))
        #expect(try await command.purge(because: "old", by: .terminal(user: "root")) == (3, 0))
        #expect(warnings.problems == [.unavailable])
    }

    private func service(_ permits: Permits) -> DeadLetterService {
        DeadLetterService(dead: dead, permits: permits, now: { Timestamp(seconds: 100) })
    }
}

/// A broker with three dead messages; the last is not whole, and stays.
private final class ThreeDeadLetters: DeadLetters {
    struct State {
        var found = [true, true, false].enumerated().map { index, isWhole in
            DeadLetterSurvey.Found(
                kind: .requests, reason: .worker(.outOfTries), deadline: Timestamp(seconds: index == 0 ? 50 : 150),
                isWhole: isWhole)
        }
        var problem: BrokerError?
    }

    let state = Mutex(State())

    func count() -> Int { state.withLock(\.found.count) }

    func survey(of limit: Int) -> DeadLetterSurvey {
        state.withLock { DeadLetterSurvey(present: $0.found.count, found: Array($0.found.prefix(limit))) }
    }

    func replay(limit: Int, reason: DeathReason?) -> DeadLetterReplay {
        state.withLock { state in
            if let problem = state.problem { return DeadLetterReplay(problem: problem) }
            let before = state.found.count
            let moved = survey(state.found).replayable(limit: limit, reason: reason).count
            state.found.removeFirst(moved)
            return DeadLetterReplay(replayed: moved, left: before - moved)
        }
    }

    func purge() -> Int {
        state.withLock { state in
            defer { state.found = [] }
            return state.found.count
        }
    }

    private func survey(_ found: [DeadLetterSurvey.Found]) -> DeadLetterSurvey {
        DeadLetterSurvey(present: found.count, found: found)
    }
}
