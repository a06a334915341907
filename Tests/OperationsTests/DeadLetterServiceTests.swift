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

    @Test("one dead letter is found by its name, replayed once, and the audit names it")
    func single() async throws {
        let (service, person) = (service(sample.permits), try sample.person(.operator))
        let shown = try await service.oldestLetters(for: try sample.person(.viewer))
        #expect(shown.value?.letters.map(\.name) == ThreeDeadLetters.names && shown.value?.present == 3)
        let late = try await service.previewReplay(named: ThreeDeadLetters.names[0], for: person)
        #expect(late.isExpired && late.letter.isReplayable)
        #expect(try await service.previewReplay(named: ThreeDeadLetters.names[1], for: person).isExpired == false)
        try await service.replay(named: ThreeDeadLetters.names[1], because: "mended", by: person)
        #expect(try await service.oldestLetters(for: person).value?.present == 2, "an action makes the page look anew")
        for name in [ThreeDeadLetters.names[1], ThreeDeadLetters.names[2], "no such name\u{7}"] {
            await #expect(throws: OperatorError.self) {
                try await service.replay(named: name, because: "mended", by: person)
            }
        }
        #expect(
            try sample.audit() == [
                "replay-dead-letters done: dead letter \(ThreeDeadLetters.names[1]): moved because mended"
            ])
    }

    @Test("a dead letter is replayed by an operator alone, and not while the broker is away")
    func singleRefused() async throws {
        let service = service(sample.permits)
        let name = ThreeDeadLetters.names[0]
        await #expect(throws: OperatorError.forbidden(.replayDeadLetters)) {
            try await service.replay(named: name, because: "mended", by: try sample.person(.support))
        }
        dead.state.withLock { $0.problem = BrokerError(.unavailable, context: "gone") }
        await #expect(throws: OperatorError.broker(BrokerError(.unavailable, context: "gone"))) {
            try await service.replay(named: name, because: "mended", by: try sample.person(.operator))
        }
        #expect(dead.count() == 3)
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
        var names = ThreeDeadLetters.names
        var problem: BrokerError?
    }

    let state = Mutex(State())
    static let names = (1...3).map { "01890a5d-ac96-774b-bcce-b302099a805\($0)" }

    func count() -> Int { state.withLock(\.found.count) }

    func survey(of limit: Int) -> DeadLetterSurvey {
        state.withLock { DeadLetterSurvey(present: $0.found.count, found: Array($0.found.prefix(limit))) }
    }

    func look(at limit: Int) -> DeadLetterLook {
        state.withLock { state in
            let letters = zip(state.names, state.found).map { name, found in
                let moment = found.deadline?.rfc3339 ?? ""
                let body = #"{"verificationId":"\#(name)","deadline":"\#(moment)"}"#
                return DeadLetterReport(
                    name: name, kind: found.kind, death: DeadLetterReport.Death(found.reason, detail: nil, at: nil),
                    source: DeadLetterReport.Source(type: nil, app: nil, user: nil, publishedAt: nil),
                    content: DeadLetterContent(Array(body.utf8), size: body.utf8.count, isWhole: found.isWhole))
            }
            return DeadLetterLook(present: state.found.count, letters: Array(letters.prefix(limit)))
        }
    }

    func replay(named name: String, among limit: Int) -> DeadLetterReplay {
        state.withLock { state in
            if let problem = state.problem { return DeadLetterReplay(problem: problem) }
            guard let place = state.names.firstIndex(of: name), state.found[place].isWhole else {
                return DeadLetterReplay(left: state.found.count)
            }
            state.names.remove(at: place)
            state.found.remove(at: place)
            return DeadLetterReplay(replayed: 1, left: state.found.count)
        }
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
