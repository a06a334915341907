import VerificationCore
import VerificationTesting

@testable import Gateways

/// Workers that begin a call whenever their part of a shared pace allows it, in steps of a millisecond.
struct PaceCrowd {
    private struct Worker {
        let id: Int
        var pace: StartPace<SteppingClock.Instant>
        var asksAt: Duration
        /// The answer under way: what it says, when it was asked for, and when it comes.
        var answer: (workers: Int, position: Int, askedAt: Duration, comesAt: Duration)?
    }

    /// When calls began, in order.
    private(set) var starts: [Duration] = []
    private let perSecond: Double
    private let clock = SteppingClock()
    private let origin: SteppingClock.Instant
    private var random: SeededRandom
    private var now: Duration = .zero
    private var workers: [Worker] = []
    /// Until when the registry counts a worker as alive.
    private var registry: [Int: Duration] = [:]
    private var lastID = 0

    init(perSecond: Double, seed: UInt64) {
        self.perSecond = perSecond
        random = SeededRandom(seed: seed)
        origin = clock.now
    }

    /// Lets time pass; now and then a worker comes or goes, at most `most` are there.
    mutating func live(for span: Duration, most: Int) {
        let end = now + span
        while now < end {
            if most > 0, Int.random(in: 0..<1_500, using: &random) == 0 { changeCrowd(most) }
            for index in workers.indices {
                exchange(index)
                start(index)
            }
            now += .milliseconds(1)
            clock.advance(by: .milliseconds(1))
        }
    }

    mutating func join() {
        // Some come before others in the registry's order, some after.
        lastID += 1
        let id = Bool.random(using: &random) ? lastID : -lastID
        var pace = StartPace(interval: .seconds(1 / perSecond), start: clock.now)
        pace.share()
        workers.append(Worker(id: id, pace: pace, asksAt: now))
    }

    /// A worker that stops in order leaves the registry a second later; the registry forgets a crashed worker by
    /// itself.
    private mutating func changeCrowd(_ most: Int) {
        if workers.count < most, Bool.random(using: &random) { return join() }
        guard let index = workers.indices.randomElement(using: &random) else { return join() }
        let gone = workers.remove(at: index)
        if Bool.random(using: &random), registry[gone.id] != nil { registry[gone.id] = now + .seconds(1) }
    }

    private mutating func exchange(_ index: Int) {
        if let answer = workers[index].answer, answer.comesAt <= now {
            let interval = PaceShare.interval(
                perSecond: perSecond, workers: answer.workers, position: answer.position)
            workers[index].pace.follow(
                interval, isAlone: answer.workers == 1, askedAt: origin.advanced(by: answer.askedAt), now: clock.now)
            workers[index].answer = nil
            workers[index].asksAt = max(now, answer.askedAt + .seconds(1))
        }
        guard workers[index].answer == nil, workers[index].asksAt <= now else { return }
        let id = workers[index].id
        registry[id] = now + GatewayStatuses.workerLease
        let alive = registry.filter { $0.value > now }.keys.sorted()
        let lateness = Duration.milliseconds(Int.random(in: 0...1_000, using: &random))
        workers[index].answer = (alive.count, alive.firstIndex(of: id) ?? 0, now, now + lateness)
    }

    private mutating func start(_ index: Int) {
        while workers[index].pace.isTime(clock.now) {
            workers[index].pace.start(clock.now, wasWaiting: true)
            starts.append(now)
        }
    }
}
