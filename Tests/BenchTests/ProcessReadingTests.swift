import Bench
import Foundation
import Testing

@Suite("what the kernel counts for a process")
struct ProcessReadingTests {
    @Test("this process has run, has waited and holds memory")
    func own() throws {
        let before = try #require(ProcessReading(of: getpid()))
        // A clock tick of processor time is 10 ms; the sum keeps the loop from being left out.
        var (sum, end) = (UInt64(0), ContinuousClock.now + .milliseconds(60))
        while .now < end { sum &+= UInt64.random(in: .min ... .max) }
        end = .now
        let spent = try #require(ProcessReading(of: getpid())) - before
        #expect(spent.processorSeconds > 0 && before.voluntarySwitches > 0)
        let memory = ResidentMemory(of: getpid())
        #expect(memory.now > 1 && memory.most >= memory.now, "\(sum)")
    }

    @Test("threads that end take nothing from the counts of the others")
    func endedThreads() throws {
        let (asked, answered, done) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        let threads = (0..<20).map { _ in
            Thread {
                for _ in 0..<500 {
                    asked.signal()
                    answered.wait()
                }
                done.wait()
            }
        }
        for thread in threads { thread.start() }
        for _ in 0..<(20 * 500) {
            asked.wait()
            answered.signal()
        }
        let before = try #require(ProcessReading(of: getpid()))
        // Readings follow each other without a pause, for a thread to end between its name and its counts.
        for _ in threads {
            done.signal()
            let spent = try #require(ProcessReading(of: getpid())) - before
            #expect(spent.voluntarySwitches >= 0 && spent.otherSwitches >= 0)
        }
        while threads.contains(where: { !$0.isFinished }) { sched_yield() }
        let spent = try #require(ProcessReading(of: getpid())) - before
        #expect(spent.voluntarySwitches >= 0 && spent.otherSwitches >= 0)
    }

    @Test("a process that is not there has no reading")
    func nobody() {
        #expect(ProcessReading(of: -1) == nil && ResidentMemory(of: -1).now == 0)
    }
}
