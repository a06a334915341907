/// Finds the shortest part of a failing sequence that still fails.
///
/// It removes halves, quarters and so on down to single commands. Then it puts simpler commands in the place of others,
/// and tries to remove again. It asks `fails` at most `mostTries` times, and returns the shortest sequence until then.
package struct Shrinker<Command: Sendable & Hashable> {
    private let simpler: (Command) -> [Command]
    private let fails: ([Command]) async throws -> Bool
    private var triesLeft: Int

    package init(
        mostTries: Int = 3_000, simpler: @escaping (Command) -> [Command],
        fails: @escaping ([Command]) async throws -> Bool
    ) {
        (triesLeft, self.simpler, self.fails) = (mostTries, simpler, fails)
    }

    /// The shortest sequence that fails like `commands`, which must fail.
    package mutating func shortest(_ commands: [Command]) async throws -> [Command] {
        var shortest = commands
        while triesLeft > 0 {
            let before = shortest
            shortest = try await simplified(try await thinned(shortest))
            if shortest == before { break }
        }
        return shortest
    }

    private mutating func stillFails(_ commands: [Command]) async throws -> Bool {
        guard triesLeft > 0 else { return false }
        triesLeft -= 1
        return try await fails(commands)
    }

    private mutating func thinned(_ commands: [Command]) async throws -> [Command] {
        var shortest = commands
        var length = max(1, commands.count / 2)
        while true {
            // From the end, because what comes after the failure is never needed.
            var end = shortest.count
            while end > 0 {
                let start = max(0, end - length)
                let rest = Array(shortest[..<start] + shortest[end...])
                if try await stillFails(rest) { shortest = rest }
                end = start
            }
            if length == 1 { return shortest }
            length /= 2
        }
    }

    private mutating func simplified(_ commands: [Command]) async throws -> [Command] {
        var simplest = commands
        for place in commands.indices {
            var isSimpler = true
            while isSimpler {
                isSimpler = false
                for other in simpler(simplest[place]) {
                    var changed = simplest
                    changed[place] = other
                    guard try await stillFails(changed) else { continue }
                    (simplest, isSimpler) = (changed, true)
                    break
                }
            }
        }
        return simplest
    }
}
