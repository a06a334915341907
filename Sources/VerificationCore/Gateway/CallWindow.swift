/// How many calls ended in the last 10 seconds, how many of them failed, and how many of these only took too long.
///
/// It counts in steps of a second.
struct CallWindow: Sendable {
    private struct Second {
        var calls = 0
        var failures = 0
        var slow = 0
    }

    private static let count = 10

    private var seconds = [Second](repeating: Second(), count: count)
    private var current = 0
    private var currentEnds: Duration = .zero
    private(set) var calls = 0
    private(set) var failures = 0
    /// The failures that were only slow.
    private(set) var slow = 0

    mutating func add(isFailure: Bool, isSlow: Bool = false, at now: Duration) {
        if now >= currentEnds { advance(to: now) }
        seconds[current].calls += 1
        calls += 1
        guard isFailure else { return }
        seconds[current].failures += 1
        failures += 1
        guard isSlow else { return }
        seconds[current].slow += 1
        slow += 1
    }

    mutating func clear() { self = CallWindow() }

    private mutating func advance(to now: Duration) {
        guard now < currentEnds + .seconds(Self.count) else {
            clear()
            currentEnds = now + .seconds(1)
            return
        }
        while now >= currentEnds {
            current = (current + 1) % Self.count
            calls -= seconds[current].calls
            failures -= seconds[current].failures
            slow -= seconds[current].slow
            seconds[current] = Second()
            currentEnds += .seconds(1)
        }
    }
}
