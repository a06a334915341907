import Operations
import Testing
import VerificationCore
import VerificationTesting

@Suite("Pausing and resuming queues")
struct QueueServiceTests {
    private let sample = OperatorSample()
    private let service: QueueService

    init() {
        service = QueueService(workers: sample.world, permits: sample.permits)
    }

    @Test("a pause is previewed, stands with its first reason, and who changes nothing leaves no line")
    func life() async throws {
        let person = try sample.person(.operator)
        let before = try await service.preview(.pauseQueue, of: .events, for: person)
        #expect(before.pause == nil && before.workers == 0)
        #expect(try await service.pause(.events, because: "a try", by: person).isNew)
        let again = try await service.pause(.events, because: "another", by: person)
        #expect(!again.isNew && again.pause.reason == "a try" && again.pause.who == "anna")
        #expect(try await service.preview(.resumeQueue, of: .events, for: person).pause == again.pause)
        #expect(try await service.resume(.events, because: "over", by: person))
        #expect(try await !service.resume(.events, because: "over", by: person))
        #expect(
            try sample.audit() == [
                "resume-queue done: queue events because over", "pause-queue done: queue events because a try",
            ])
    }

    @Test("a pause with an end is over by itself, and the audit tells of both")
    func end() async throws {
        let person = try sample.person(.operator)
        let began = try await service.pause(.events, lasting: .seconds(900), because: "a try", by: person)
        let end = try #require(began.pause.until)
        #expect(end == sample.world.clock.now + .seconds(900))
        sample.world.clock.advance(by: .seconds(901))
        #expect(try await service.preview(.pauseQueue, of: .events, for: person).pause == nil)
        let settling = Task { await service.settle { _ in withUnsafeCurrentTask { $0?.cancel() } } }
        await settling.value
        #expect(
            try sample.audit() == [
                "resume-queue done: queue events: the pause ended by itself at \(end.rfc3339) because a try",
                "pause-queue done: queue events: until \(end.rfc3339) because a try",
            ])
    }

    @Test("a pause lasts a minute at least and a week at most", arguments: [0, 59, 604_801])
    func bounds(_ seconds: Int) async throws {
        await #expect(throws: OperatorError.unusable("A pause with an end lasts 1 minute to 7 days.")) {
            try await service.pause(
                .events, lasting: .seconds(seconds), because: "x", by: try sample.person(.operator))
        }
        #expect(try await sample.world.workforce().pauses.isEmpty)
    }

    @Test("nobody below an operator pauses a queue", arguments: [OperatorRole.viewer, .support])
    func roles(_ role: OperatorRole) async throws {
        await #expect(throws: OperatorError.forbidden(.pauseQueue)) {
            try await service.pause(.events, because: "x", by: try sample.person(role))
        }
        await #expect(throws: OperatorError.forbidden(.resumeQueue)) {
            _ = try await service.preview(.resumeQueue, of: .events, for: try sample.person(role))
        }
        #expect(try await sample.world.workforce().pauses.isEmpty)
    }

    @Test("while the audit takes no line, a page pauses nothing, and a command pauses the queue and warns")
    func noAudit() async throws {
        sample.world.away = [.operatorsAndAudit]
        await #expect(throws: OperatorError.store(.unavailable)) {
            try await service.pause(.events, because: "x", by: try sample.person(.operator))
        }
        #expect(try await sample.world.workforce().pauses.isEmpty)
        let warnings = Warnings()
        let command = QueueService(workers: sample.world, permits: sample.commandPermits(warnings))
        #expect(try await command.pause(.events, because: "x", by: .terminal(user: "root")).isNew)
        #expect(warnings.problems == [.unavailable])
        #expect(try await sample.world.workforce().pauses[.events]?.who == "root")
    }
}
