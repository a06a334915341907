import Glibc

/// Runs random sequences against the model on stores that it makes anew, and shortens the first that fails.
package struct ModelTrial: Sendable {
    /// Makes a run on a store without any rows.
    package typealias NewRun = @Sendable () async throws -> ModelRun

    /// A sequence that the model does not allow.
    package struct Failure: Sendable, CustomStringConvertible {
        package let seed: UInt64
        package let complaint: String
        package let commands: [ModelCommand]

        package var description: String {
            let lines = commands.map { "    \($0)," }.joined(separator: "\n")
            return "seed \(seed), \(complaint)\n[\n\(lines)\n]"
        }
    }

    /// What the sequences came to.
    package struct Outcome: Sendable {
        package var failure: Failure?
        /// How often each state was met.
        package var reached: [ModelState: Int] = [:]

        package var missed: [ModelState] { ModelState.allCases.filter { reached[$0] == nil } }
    }

    private let newRun: NewRun

    package init(_ newRun: @escaping NewRun) {
        self.newRun = newRun
    }

    /// The seeds of a run: `count` from `first` on, unless `VERIFYD_MODEL_SEED` and `VERIFYD_MODEL_RUNS` say others.
    package static func seeds(_ count: Int, from first: UInt64) -> [UInt64] {
        func number(_ name: String) -> UInt64? { getenv(name).flatMap { UInt64(String(cString: $0)) } }
        let start = number("VERIFYD_MODEL_SEED") ?? first
        let runs = number("VERIFYD_MODEL_RUNS") ?? UInt64(count)
        print("\(runs) sequences against the model, seeds from \(start) on")
        return (0..<runs).map { start &+ $0 }
    }

    /// Runs a sequence for each seed, up to the first failure.
    package func run(_ seeds: [UInt64]) async throws -> Outcome {
        var outcome = Outcome()
        for seed in seeds {
            let commands = ModelGenerator.commands(seed: seed)
            var run = try await newRun()
            let complaint = try await run.perform(commands)
            outcome.reached.merge(run.model.reached) { $0 + $1 }
            guard complaint != nil else { continue }
            let shortest = try await shortest(commands)
            outcome.failure = Failure(
                seed: seed, complaint: try await self.complaint(shortest) ?? "", commands: shortest)
            break
        }
        return outcome
    }

    /// The first answer that the model does not allow; nil for a sequence that it allows.
    package func complaint(_ commands: [ModelCommand]) async throws -> String? {
        var run = try await newRun()
        return try await run.perform(commands)
    }

    private func shortest(_ commands: [ModelCommand]) async throws -> [ModelCommand] {
        var shrinker = Shrinker<ModelCommand>(simpler: \.simpler) { try await complaint($0) != nil }
        let shortest = try await shrinker.shortest(commands)
        let numbered = ModelCommand.numbered(shortest)
        return try await complaint(numbered) == nil ? shortest : numbered
    }
}
