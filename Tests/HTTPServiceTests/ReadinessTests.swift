import HTTPService
import Synchronization
import Testing

@Suite("Readiness")
struct ReadinessTests {
    @Test(
        "an API serves something while queue or database is there, and nothing before it has read the apps",
        arguments: [
            ([], .ok), (["queue"], .degraded), (["database"], .degraded), (["queue", "database"], .failed),
            (["apps"], .failed),
        ] as [(Set<String>, Readiness.Report.Status)])
    func needs(away: Set<String>, status: Readiness.Report.Status) async {
        let names = ["apps", "queue", "database"]
        let readiness = Readiness(
            names.map { name in ReadinessCheck(name) { !away.contains(name) } },
            needs: [["apps"], ["queue", "database"]])
        let report = await readiness.report()
        #expect(report.status == status)
        #expect(report.checks.map(\.name) == names)
        #expect(Set(report.checks.filter { !$0.isWell }.map(\.name)) == away)
    }

    @Test("a check says in its own words why it fails, where it has words")
    func words() async {
        let alarm = ReadinessCheck("queue", failedStatus: { "blocked: low on memory" }) { false }
        let report = await Readiness([alarm, ReadinessCheck("database") { false }]).report()
        #expect(report.checks.map(\.status) == ["blocked: low on memory", "failed"])
    }

    @Test("whoever asks within a second of an answer gets the same, and nobody is asked anew")
    func cached() async {
        let asked = Mutex(0)
        let clock = Mutex(ContinuousClock.now)
        let check = ReadinessCheck("database") {
            asked.withLock { asked in
                asked += 1
                return asked == 1
            }
        }
        let readiness = Readiness([check], needs: [["database"]], now: { clock.withLock { $0 } })
        for _ in 1...100 { #expect(await readiness.report().status == .ok) }
        clock.withLock { $0 += .milliseconds(999) }
        #expect(await readiness.report().status == .ok)
        clock.withLock { $0 += .milliseconds(1) }
        #expect(await readiness.report().status == .failed)
        let times = asked.withLock { $0 }
        #expect(times == 2)
    }

    @Test("whoever asks while the checks are asked waits for that answer")
    func gathered() async {
        let asked = Mutex(0)
        let gate = AsyncStream.makeStream(of: Never.self)
        let check = ReadinessCheck("database") {
            asked.withLock { $0 += 1 }
            for await _ in gate.stream {}
            return true
        }
        let readiness = Readiness([check], needs: [["database"]])
        await withTaskGroup(of: Readiness.Report.self) { group in
            for _ in 1...50 { group.addTask { await readiness.report() } }
            while asked.withLock({ $0 }) == 0 { await Task.yield() }
            gate.continuation.finish()
            for await report in group { #expect(report.status == .ok) }
        }
        let times = asked.withLock { $0 }
        #expect(times == 1)
    }
}
