import Testing

@testable import PostgreSQL

@Suite("the answers to a pipeline")
struct PipelineReaderTests {
    private typealias Reader = PipelineReader<String>

    private func key(_ text: String) -> StatementKey { StatementKey(text: text, types: []) }

    private func report(_ sqlState: String, severity: String = "ERROR") -> ServerReport {
        ServerReport(severity: severity, sqlState: sqlState, message: "")
    }

    @Test("every step answers and ends, then the synchronization point comes")
    func happyPath() {
        var reader = Reader(steps: [.prepare(key("a")), .execute(0), .execute(1)])
        #expect(reader.receive(.answered("")) == .more)
        #expect(reader.receive(.endOfStep) == .more)
        #expect(reader.receive(.answered("first")) == .more)
        #expect(reader.receive(.endOfStep) == .more)
        #expect(reader.receive(.answered("second")) == .more)
        #expect(reader.receive(.endOfStep) == .more)
        #expect(reader.receive(.synced) == .complete)
        #expect(reader.answers == ["first", "second"])
        #expect(reader.failure == nil)
        #expect(reader.unfinishedSteps.isEmpty)
    }

    @Test("after an error the rest is skipped, and the error's statement is known")
    func failure() {
        var reader = Reader(steps: [.prepare(key("a")), .execute(0), .prepare(key("b")), .execute(1)])
        #expect(reader.receive(.answered("")) == .more)
        #expect(reader.receive(.endOfStep) == .more)
        #expect(reader.receive(.failed(report("23505"))) == .more)
        #expect(reader.receive(.endOfStep) == .more)
        #expect(reader.receive(.skipped) == .more)
        #expect(reader.receive(.endOfStep) == .more)
        #expect(reader.receive(.skipped) == .more)
        #expect(reader.receive(.endOfStep) == .more)
        #expect(reader.receive(.synced) == .complete)
        #expect(reader.failure?.report.sqlState == "23505")
        #expect(reader.failedStatement == 0)
        #expect(Array(reader.completedSteps) == [.prepare(key("a"))])
        #expect(Array(reader.unfinishedSteps) == [.execute(0), .prepare(key("b")), .execute(1)])
    }

    @Test("a failed preparation counts as its statement's failure")
    func failedPreparation() {
        var reader = Reader(steps: [.execute(0), .prepare(key("b")), .execute(1)])
        _ = reader.receive(.answered("x"))
        _ = reader.receive(.endOfStep)
        #expect(reader.receive(.failed(report("42601"))) == .more)
        #expect(reader.failedStatement == 1)
    }

    @Test("an error at the synchronization point belongs to no statement")
    func failureAtCommit() {
        var reader = Reader(steps: [.execute(0)])
        _ = reader.receive(.answered("x"))
        _ = reader.receive(.endOfStep)
        #expect(reader.receive(.failed(report("23503"))) == .more)
        #expect(reader.receive(.endOfStep) == .more)
        #expect(reader.receive(.synced) == .complete)
        #expect(reader.failure != nil)
        #expect(reader.failedStatement == nil)
    }

    @Test("a fatal error ends the connection, and so does its loss")
    func endings() {
        var reader = Reader(steps: [.execute(0)])
        #expect(reader.receive(.failed(report("57P01", severity: "FATAL"))) == .ended)
        #expect(reader.failure?.report.sqlState == "57P01")
        var other = Reader(steps: [.execute(0)])
        #expect(other.receive(.lost) == .ended)
        #expect(other.failure == nil)
    }

    @Test("answers that fit no pipeline are noticed")
    func confusion() {
        let steps: [Reader.Step] = [.execute(0)]
        for event in [Reader.Event.synced, .skipped, .endOfStep, .unsupported] {
            var reader = Reader(steps: steps)
            #expect(reader.receive(event) == .confused)
        }
        var twice = Reader(steps: steps)
        _ = twice.receive(.answered("x"))
        #expect(twice.receive(.answered("y")) == .confused)
        var late = Reader(steps: steps)
        _ = late.receive(.answered("x"))
        _ = late.receive(.endOfStep)
        #expect(late.receive(.answered("y")) == .confused)
    }

    @Test("a lost answer leaves doubt only about what may have been committed")
    func doubt() {
        func doubt(_ role: Batch.Role, _ refused: Batch.Refusal?) -> Bool {
            Batch(statements: ["a", "commit"], role: role).leavesDoubt(refused: refused)
        }
        #expect(doubt(.whole, nil))
        #expect(!doubt(.whole, .statement(1)))
        #expect(doubt(.whole, .synchronization))
        #expect(doubt(.commit, nil))
        #expect(!doubt(.commit, .statement(0)))
        #expect(doubt(.commit, .statement(1)))
        #expect(!doubt(.part, nil))
        #expect(!doubt(.harmless, nil))
        #expect(!doubt(.rollback, nil))
    }
}
