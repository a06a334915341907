/// How many calls ended in the last 10 seconds, and how many of them failed; in steps of a second.
struct CallWindow: Sendable {
    private struct Second {
        var calls = 0
        var failures = 0
    }

    private static let count = 10

    private var seconds = [Second](repeating: Second(), count: count)
    private var current = 0
    private var currentEnds: Duration = .zero
    private(set) var calls = 0
    private(set) var failures = 0

    mutating func add(isFailure: Bool, at now: Duration) {
        if now >= currentEnds { advance(to: now) }
        seconds[current].calls += 1
        calls += 1
        guard isFailure else { return }
        seconds[current].failures += 1
        failures += 1
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
            seconds[current] = Second()
            currentEnds += .seconds(1)
        }
    }
}
