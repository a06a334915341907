import ArgumentParser

/// Measures an installation of its own on this machine.
struct BenchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Measure this machine, this broker and this database.",
        discussion: """
            Each measurement uses queues and a schema of its own and removes them at the end; what is in production's \
            queues and tables is not touched. A machine is noisy: compare in one sitting, as ratios of medians.
            """,
        subcommands: [AtRest.self, Accept.self, Drain.self, Micro.self, Receiver.self, DrainWorkerCommand.self])
}
