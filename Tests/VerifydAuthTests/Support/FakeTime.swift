import Foundation

@testable import VerifydAuth

/// A clock that tests move; short pauses pass at once and move it by themselves.
///
/// ```swift
/// let time = FakeTime()
/// let server = IdentityServer(configuration: …, language: Guarded(nil), time: time.authTime)
/// async let answer = server.call(…)
/// await time.waits(atLeast: 1)      // somebody waits, for example for the deadline
/// time.advance(by: 31)              // and that is over now
/// ```
final class FakeTime: Sendable {
    private struct State {
        var now: Date
        var pauses: [TimeInterval] = []
        var sleepers: [UUID: (until: Date, gate: CheckedContinuation<Void, any Error>)] = [:]
        var watchers: [(count: Int, gate: CheckedContinuation<Void, Never>)] = []
    }
    private let state: Guarded<State>
    private let shortest: TimeInterval

    /// `skipping`: pauses up to so many seconds pass at once; longer ones wait for ``advance(by:)``.
    init(now: Date = Date(timeIntervalSince1970: 1_700_000_000), skipping shortest: TimeInterval = 10) {
        state = Guarded(State(now: now))
        self.shortest = shortest
    }

    /// This clock, as the library takes it.
    var authTime: AuthTime { AuthTime(now: { self.now }, sleep: { try await self.sleep($0) }) }

    var now: Date { state.with { $0.now } }
    /// The short pauses that have passed at once.
    var pauses: [TimeInterval] { state.with { $0.pauses } }

    /// Sets the clock without waking anybody, as a person does in the settings.
    func set(_ now: Date) { state.with { $0.now = now } }

    /// Lets time pass, and wakes those whose time has come.
    func advance(by seconds: TimeInterval) {
        let woken = state.with { state in
            state.now += seconds
            let due = state.sleepers.filter { $0.value.until <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.map(\.gate)
        }
        for gate in woken { gate.resume() }
    }

    /// Returns when so many tasks wait for a longer time.
    func waits(atLeast count: Int) async {
        await withCheckedContinuation { gate in
            let isTrue = state.with { state in
                if state.sleepers.count < count { state.watchers.append((count, gate)) }
                return state.sleepers.count >= count
            }
            if isTrue { gate.resume() }
        }
    }

    private func sleep(_ seconds: TimeInterval) async throws {
        try Task.checkCancellation()
        if seconds <= shortest {
            state.with { $0.pauses.append(seconds) }
            return advance(by: seconds)
        }
        let id = UUID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { gate in enter(id, seconds, gate) }
        } onCancel: {
            state.with { $0.sleepers.removeValue(forKey: id) }?.gate.resume(throwing: CancellationError())
        }
    }

    private func enter(_ id: UUID, _ seconds: TimeInterval, _ gate: CheckedContinuation<Void, any Error>) {
        let watchers = state.with { state in
            state.sleepers[id] = (state.now + seconds, gate)
            let count = state.sleepers.count
            defer { state.watchers.removeAll { $0.count <= count } }
            return state.watchers.filter { $0.count <= count }.map(\.gate)
        }
        for watcher in watchers { watcher.resume() }
        // A cancellation between the check and the entry found nobody to wake.
        if Task.isCancelled {
            state.with { $0.sleepers.removeValue(forKey: id) }?.gate.resume(throwing: CancellationError())
        }
    }
}
