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

    /// How long a run waits after its last request for what has not happened yet.
    static let patience = Duration.seconds(30)

    let profile: LoadProfile
    let loop: any EventLoop
    /// Takes a line for people, each second.
    let note: @Sendable (String) -> Void

    /// Calls `fire` for each request when it is due, and returns when `isDone`, or when it has waited in vain.
    func run(
        fire: @escaping @Sendable (Int, NIODeadline) -> Void, isDone: @Sendable () -> Bool,
        takeSecond: @escaping @Sendable (Double) -> Timeline.Point
    ) async throws -> End {
        let timeline = Mutex(Timeline())
        let tick = { @Sendable (time: Double, isLast: Bool) in
            let point = takeSecond(time)
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
            return try await send(from: start, fire, isDone)
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

    private func send(
        from start: NIODeadline, _ fire: @escaping @Sendable (Int, NIODeadline) -> Void, _ isDone: () -> Bool
    ) async throws -> Duration {
        let lateness = try await Pacer.run(profile, from: start, on: loop, fire: fire)
        let last = ContinuousClock.now
        while !isDone(), .now - last < Self.patience { try await Task.sleep(for: .milliseconds(5)) }
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
