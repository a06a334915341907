import Testing

@testable import AMQP

@Suite("Asking a run to end", .timeLimit(.minutes(10)))
struct CloseRequestTests {
    @Test("a request ends the run, and everybody who asked returns when it has ended")
    func ends() async {
        let closing = CloseRequest()
        #expect(closing.begin())
        await withTaskGroup { tasks in
            tasks.addTask {
                await closing.requested()
                closing.finish()
            }
            for _ in 0..<3 { tasks.addTask { await closing.request(within: .seconds(50)) } }
        }
        await closing.request(within: .seconds(50))
    }

    @Test("who asks waits no longer than they said for a run that does not end")
    func patience() async {
        let closing = CloseRequest()
        #expect(closing.begin())
        await closing.request(within: .milliseconds(1))
        await closing.requested()
    }

    @Test("a run that was cancelled waits for no request")
    func cancelled() async {
        let closing = CloseRequest()
        #expect(closing.begin())
        let run = Task { await closing.requested() }
        run.cancel()
        await run.value
    }

    @Test("it begins once, and never after a request")
    func once() async {
        let first = CloseRequest()
        #expect(first.begin() && !first.begin())
        let second = CloseRequest()
        await second.request(within: .seconds(50))
        #expect(!second.begin())
    }
}
