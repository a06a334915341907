import Foundation

@testable import VerifydAuth

/// A gate that tasks wait at until it is opened, also when they are cancelled; like a system call that hears of nothing.
final class Gate: Sendable {
    private let state = Guarded<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

    deinit { open() }

    /// Lets everybody through, now and later.
    func open() {
        let waiting = state.with { state in
            defer { state = (true, []) }
            return state.waiting
        }
        for waiter in waiting { waiter.resume() }
    }

    /// Returns when the gate is open.
    func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.with { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}
