import NIOCore
import Synchronization
import VerificationCore

/// Does something at each of a profile's times, however long anything else takes.
///
/// It plans one time ahead. So a load of hours needs no more memory than one of seconds.
final class Pacer: Sendable {
    private struct State {
        var instants: LoadProfile.Instants
        var number = 0
        var latest = Duration.zero
        var isOver = false
    }

    private let start: NIODeadline
    private let loop: any EventLoop
    private let ended: EventLoopPromise<Void>
    private let fire: @Sendable (Int, NIODeadline) -> Void
    private let state: Mutex<State>

    private init(
        _ profile: LoadProfile, from start: NIODeadline, on loop: any EventLoop,
        fire: @escaping @Sendable (Int, NIODeadline) -> Void
    ) {
        self.start = start
        self.loop = loop
        self.fire = fire
        ended = loop.makePromise()
        state = Mutex(State(instants: profile.instants))
    }

    /// Calls `fire` on the loop for each request, with its number from 0 and the time when it was due.
    ///
    /// Returns after the last call: by how much the latest of the calls was late. This machine, or this process, was
    /// then too busy to send on time. A cancelled task ends it early.
    static func run(
        _ profile: LoadProfile, from start: NIODeadline, on loop: any EventLoop,
        fire: @escaping @Sendable (Int, NIODeadline) -> Void
    ) async throws -> Duration {
        let pacer = Pacer(profile, from: start, on: loop, fire: fire)
        loop.execute { pacer.step(due: nil) }
        return try await withTaskCancellationHandler {
            try await pacer.ended.futureResult.get()
            return pacer.state.withLock { $0.latest }
        } onCancel: {
            pacer.state.withLock { $0.isOver = true }
            pacer.ended.fail(CancellationError())
        }
    }

    /// How many it fires in a row before the loop reads answers: one that is behind would not let it.
    private static let most = 64

    /// Fires what is due, and comes back when the next is.
    private func step(due: (number: Int, at: NIODeadline)?) {
        var due = due ?? takeNext()
        var fired = 0
        while let present = due {
            let late = NIODeadline.now() - present.at
            guard late >= .zero else {
                loop.scheduleTask(deadline: present.at) { self.step(due: present) }
                return
            }
            state.withLock { $0.latest = max($0.latest, .nanoseconds(late.nanoseconds)) }
            fire(present.number, present.at)
            fired += 1
            due = takeNext()
            if fired == Self.most, let next = due {
                loop.execute { self.step(due: next) }
                return
            }
        }
        ended.succeed()
    }

    private func takeNext() -> (number: Int, at: NIODeadline)? {
        state.withLock { state in
            guard !state.isOver, let time = state.instants.next() else { return nil }
            defer { state.number += 1 }
            return (state.number, start + .microseconds(time.wholeMicroseconds))
        }
    }
}
