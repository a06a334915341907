import Testing
import VerificationCore
import VerificationTesting

@Suite("Returns of a message to its queue")
struct MessageReturnsTests {
    private let now = Timestamp(seconds: 1_767_225_600)

    @Test(
        "may be deaths when as many workers as half of them have died, and are clean else",
        arguments: [
            (10, 0, false), (10, 4, false), (10, 5, true), (10, 50, true), (20, 9, false),
            (20, 10, true), (20, 20, true),
        ])
    func half(returns: Int, deaths: Int, mayBe: Bool) {
        let history = MessageReturns(count: returns, publishedAt: now - .seconds(60))
        #expect(history.mayBeDeaths(in: workforce(dead: deaths, ago: .seconds(30))) == mayBe)
    }

    @Test("are no deaths of workers that had died before the message was there")
    func earlier() {
        let dead = workforce(dead: 20, ago: .seconds(600))
        #expect(!MessageReturns(count: 10, publishedAt: now - .seconds(60)).mayBeDeaths(in: dead))
        #expect(MessageReturns(count: 10, publishedAt: now - .seconds(601)).mayBeDeaths(in: dead))
        #expect(MessageReturns(count: 10, publishedAt: nil).mayBeDeaths(in: dead), "it says no time")
        let future = MessageReturns(count: 10, publishedAt: Timestamp(microseconds: .max))
        #expect(future.mayBeDeaths(in: dead), "a stranger's time hides no deaths")
    }

    @Test("are many from half of the broker's limit on")
    func many() {
        #expect(
            [0, 9, 10, 21].map { MessageReturns(count: $0, publishedAt: nil).areMany } == [false, false, true, true])
    }

    /// A living worker, and so many dead workers.
    private func workforce(dead: Int, ago: Duration) -> Workforce {
        let living = WorkerReport(id: 0, seenAt: now, isSilent: false, status: .sample())
        let others = (0..<dead).map { number in
            WorkerReport(id: UInt64(number + 1), seenAt: now - ago, isSilent: true, status: .sample())
        }
        return Workforce(now: now, workers: [living] + others, pauses: [:])
    }
}
