import Operations
import Testing
import VerificationCore
import VerificationTesting

/// Workers that take nothing, and a broker that takes nothing.
extension JudgementTests {
    private func worker(
        _ id: UInt64, _ activity: WorkerActivity, began: Duration = .seconds(60), oldest: Duration? = nil
    ) -> WorkerReport {
        WorkerReport(
            id: id, seenAt: now, isSilent: false,
            status: .sample(
                host: "h\(id)", startedAt: now - began, inHand: oldest == nil ? 0 : 7,
                oldestAt: oldest.map { now - $0 },
                activity: activity))
    }

    @Test("is that workers are held up by the database: gravely when all are, and how many of how many")
    func heldWorkers() {
        for (held, level) in [(0, Judgement.Level.fine), (1, .degraded), (2, .degraded), (3, .down)] {
            let workers = (1...3).map { worker(UInt64($0), $0 <= held ? .heldUp : .consuming, oldest: .seconds(1)) }
            let judgement = Judgement(of: situation(consumers: 3 - held, workers: workers))
            #expect(judgement.level == level && judgement.causes.map(\.rule) == (held == 0 ? [] : [.workersHeld]))
            let measure = judgement.causes.first?.measure
            #expect(
                held == 0
                    || measure?.hasPrefix("\(held) of 3 workers held up, \(held * 7) requests in flight: h1") == true)
            #expect(
                judgement.followers.map(\.rule) == (held == 3 ? [.noWorkers] : []), "nobody consumes, because of it")
        }
    }

    @Test("does not count a worker that has just begun, and none that ends")
    func youngWorkers() {
        let fit = worker(1, .consuming)
        let young = worker(2, .heldUp, began: .seconds(2))
        #expect(Judgement(of: situation(workers: [fit, young])).level == .fine)
        let ending = worker(3, .stopping)
        let alone = Judgement(of: situation(workers: [worker(4, .heldUp), ending]))
        #expect(alone.causes.map(\.rule) == [.workersHeld] && alone.level == .down, "the other one takes nothing more")
    }

    @Test("is by the oldest request in hand that codes are late where no request was decided")
    func codesHeld() {
        for (seconds, level) in [(15, Judgement.Level.fine), (16, .degraded), (30, .degraded), (31, .down)] {
            let held = [worker(1, .consuming, oldest: .seconds(seconds))]
            let finding = Judgement(of: situation(workers: held)).findings.first
            #expect(finding?.level ?? .fine == level && (level == .fine || finding?.rule == .codesLate), "\(seconds) s")
            let decided = counts(waits: ["0.01": 90])
            #expect(Judgement(of: situation(workers: held, counts: decided)).level == .fine, "others are in time")
        }
    }

    @Test("knows how long the oldest request has waited, also when all that wait are in workers' hands")
    func oldestWaiting() {
        #expect(situation().oldestWaiting == .zero)
        let held = [worker(1, .heldUp, oldest: .seconds(189)), worker(2, .consuming, oldest: .seconds(3))]
        #expect(situation(workers: held).oldestWaiting == .seconds(189))
        #expect(situation(ready: 1).oldestWaiting == nil, "no count tells the age of what a backend put there itself")
    }

    @Test("is that the broker takes no messages, in its own words; requests that are not queued follow from it")
    func alarm() {
        let lost = late(counts(), [.init(.notQueued): 9])
        let judgement = Judgement(of: situation(counts: lost, alarm: "low on memory"))
        #expect(judgement.level == .down && judgement.causes.map(\.rule) == [.brokerBlocked])
        #expect(judgement.causes.first?.sentence.contains("low on memory") == true)
        #expect(judgement.followers.map(\.rule) == [.notQueued])
        let away = Judgement(of: situation(broker: "refused", alarm: "low on memory"))
        #expect(away.findings.map(\.rule) == [.brokerAway], "what was known before an outage is not known now")
    }
}
