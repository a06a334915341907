import Foundation
import NIOCore
import Synchronization
import VerificationCore

/// A load from its first request until all of it has happened, with a line a second.
struct PacedRun {
    /// How a run has gone.
    struct End: Sendable {
        let timeline: Timeline
        let sending: Duration
        let waiting: Duration
        /// By how much the latest request was sent late.
        let lateness: Duration
        /// The processor time of this process, as a share of one processor.
        let processorShare: Double
    }

    /// How long a run waits after its last request, however much still happens.
    private static let longestWait = Duration.seconds(600)

    let profile: LoadProfile
    let loop: any EventLoop
    /// How long it waits after its last request while nothing happens: a backlog that gets smaller is not lost.
    let patience: Duration
    /// Takes a line for people, each second.
    let note: @Sendable (String) -> Void

    /// Sends each request when it is due, and returns when the load is done, or when it has waited in vain.
    func run(_ load: some PacedLoad) async throws -> End {
        let timeline = Mutex(Timeline())
        let tick = { @Sendable (time: Double, isLast: Bool) in
            let point = load.takeSecond(at: time)
            // The rest after the last request is no second of the load.
            if isLast, point.asked == 0 { return }
            timeline.withLock { $0.append(point) }
            note(point.line)
        }
        let (begin, before) = (ContinuousClock.now, ProcessReading(of: [getpid()]))
        let start = NIODeadline.now() + .milliseconds(100)
        let lateness = try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await Self.eachSecond(after: begin + .milliseconds(100)) { tick($0, false) } }
            defer { group.cancelAll() }
            return try await send(load, from: start)
        }
        let end = NIODeadline.now()
        let last = Double(timeline.withLock { $0.points.count })
        tick(last, true)
        let spent = ProcessReading(of: [getpid()]) - before
        let waiting = max(0, (end - start).nanoseconds - profile.duration.wholeMicroseconds * 1_000)
        return End(
            timeline: timeline.withLock { $0 }, sending: profile.duration, waiting: .nanoseconds(waiting),
            lateness: lateness, processorShare: spent.processorSeconds / ((.now - begin) / .seconds(1)))
    }

    private func send(_ load: some PacedLoad, from start: NIODeadline) async throws -> Duration {
        let lateness = try await Pacer.run(profile, from: start, on: loop) { load.send($0, dueAt: $1) }
        let last = ContinuousClock.now
        var (progress, moved) = (load.progress, last)
        while !load.isDone, .now - moved < patience, .now - last < Self.longestWait {
            try await Task.sleep(for: .milliseconds(5))
            let present = load.progress
            if present != progress { (progress, moved) = (present, .now) }
        }
        return lateness
    }

    private static func eachSecond(
        after begin: ContinuousClock.Instant, _ tick: @Sendable (Double) -> Void
    ) async throws {
        for second in 1... {
            try await Task.sleep(until: begin + .seconds(second), clock: .continuous)
            tick(Double(second - 1))
        }
    }
}

extension Timeline.Point {
    /// For people who watch the load.
    fileprivate var line: String {
        let parts = JourneyStage.allCases.compactMap { stage -> String? in
            guard let figures = figures[stage] else { return nil }
            return "\(stage.rawValue) \(figures.done) (p99 \(String(format: "%.1f", figures.p99)) ms)"
        }
        return "\(Int(time) + 1) s: " + (["sent \(asked)"] + parts).joined(separator: ", ")
    }
}
