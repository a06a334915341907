import AccountCore
import Synchronization

/// The silent pushes of this process: a bounded queue of their own, with one retry.
///
/// No SMS waits for a push. When the push service is silent, later pushes wait here, until the queue is full or their time
/// is over.
package final class PushLine: Sendable {
    /// How far a push has come.
    enum Progress: Sendable, Hashable {
        case ended(PushOutcome)
        case underWay
        /// Too many pushes wait, so this one was not taken.
        case full
    }

    /// How much the queue takes, and for how long.
    package struct Bounds: Sendable {
        package var mostWaiting = 1_000
        package var mostAtOnce = 32
        /// From the call to the end of the last try: later the app has gone on without the push.
        package var life = Duration.seconds(10)
        package var perTry = Duration.seconds(5)
        /// Before the second try.
        package var pause = Duration.milliseconds(500)

        package init() {}
    }

    private struct Waiting: Sendable {
        let push: SilentPush
        let deadline: ContinuousClock.Instant
        let end: @Sendable (PushOutcome) -> Void
    }

    private struct State {
        var running = 0
        var waiting: [Waiting] = []
    }

    private enum Place {
        case first
        case later
        case none
    }

    private let sender: (any PushSender)?
    private let bundles: Set<String>
    private let bounds: Bounds
    private let report: @Sendable (PushOutcome) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - sender: nil where the process sends no pushes.
    ///   - bundles: the bundle ids of the apps that get pushes.
    ///   - bounds: of the queue.
    ///   - report: hears each outcome, for the log.
    package init(
        _ sender: (any PushSender)?, to bundles: Set<String> = [], bounds: Bounds = Bounds(),
        report: @escaping @Sendable (PushOutcome) -> Void = { _ in }
    ) {
        (self.sender, self.bundles) = (sender, bundles)
        (self.bounds, self.report) = (bounds, report)
    }

    /// Whether apps of this bundle id get pushes.
    func serves(_ bundle: String) -> Bool { sender != nil && bundles.contains(bundle) }

    /// Puts a push into the queue, and waits so long for its outcome; a cancelled caller waits no longer.
    ///
    /// `hear` gets the outcome, whenever it comes; it gets none where the queue is full.
    func send(
        _ push: SilentPush, waitingAtMost patience: Duration, hear: @escaping @Sendable (PushOutcome) -> Void
    ) async -> Progress {
        let (outcomes, outcome) = AsyncStream<PushOutcome?>.makeStream(bufferingPolicy: .bufferingOldest(1))
        let waiting = Waiting(push: push, deadline: .now + bounds.life) { [report] in
            report($0)
            hear($0)
            outcome.yield($0)
        }
        guard take(waiting) else { return .full }
        let timer = Task {
            // Cancelled: the outcome has come in time.
            try? await Task.sleep(for: patience)
            outcome.yield(nil)
        }
        defer { timer.cancel() }
        for await end in outcomes { return end.map(Progress.ended) ?? .underWay }
        return .underWay
    }

    private func take(_ waiting: Waiting) -> Bool {
        let place = state.withLock { state in
            if state.running < bounds.mostAtOnce {
                state.running += 1
                return Place.first
            }
            guard state.waiting.count < bounds.mostWaiting else { return .none }
            state.waiting.append(waiting)
            return .later
        }
        switch place {
        case .first:
            Task { await self.run(waiting) }
            return true
        case .later: return true
        case .none: return false
        }
    }

    /// Sends a push and then those that wait, until none waits.
    private func run(_ first: Waiting) async {
        var next: Waiting? = first
        while let waiting = next {
            waiting.end(await outcome(of: waiting))
            next = takeNext()
        }
    }

    private func takeNext() -> Waiting? {
        state.withLock { state in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.running -= 1
            return nil
        }
    }

    private func outcome(of waiting: Waiting) async -> PushOutcome {
        let first = await tryOnce(waiting)
        guard case .busy = first, .now + bounds.pause < waiting.deadline else { return first }
        // Cancelled with its task, which is never: nobody holds it.
        try? await Task.sleep(for: bounds.pause)
        return await tryOnce(waiting)
    }

    private func tryOnce(_ waiting: Waiting) async -> PushOutcome {
        let left = waiting.deadline - .now
        guard let sender, left > .zero else { return .busy("waited too long") }
        return await sender.send(waiting.push, within: min(left, bounds.perTry))
    }
}
