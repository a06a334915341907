import Testing

@testable import Connections

@Suite("Waits between tries")
struct BackoffTests {
    @Test("they double up to a cap")
    func growth() {
        let backoff = Backoff(base: .milliseconds(100), cap: .milliseconds(350))
        let waits = [0, 1, 2, 3, 4, 1_000].map { backoff.delay(after: $0, chance: 1) }
        #expect(waits == [0, 100, 200, 350, 350, 350].map { Duration.milliseconds($0) })
    }

    @Test("chance takes away up to half")
    func chance() {
        let backoff = Backoff(base: .milliseconds(100), cap: .milliseconds(350))
        #expect(backoff.delay(after: 1, chance: 0) == .milliseconds(50))
        #expect(backoff.delay(after: 9, chance: 0) == .milliseconds(175))
        let waits = Duration.milliseconds(50)...Duration.milliseconds(100)
        for _ in 0..<100 { #expect(waits.contains(backoff.delay(after: 1))) }
    }

    @Test("every node has a quick first try before the waits grow")
    func steps() {
        let backoff = Backoff(base: .milliseconds(100), cap: .seconds(2), triesPerStep: 3)
        let waits = (1...8).map { backoff.delay(after: $0, chance: 1) }
        #expect(waits == [100, 100, 100, 200, 200, 200, 400, 400].map { Duration.milliseconds($0) })
    }

    @Test("a wait ends by itself, and at once when the task is cancelled")
    func waiting() async {
        #expect(await Backoff(base: .zero, cap: .zero).wait(after: 1))
        let long = Backoff(base: .seconds(3_600), cap: .seconds(3_600))
        let task = Task { await long.wait(after: 1) }
        task.cancel()
        #expect(await !task.value)
    }
}
