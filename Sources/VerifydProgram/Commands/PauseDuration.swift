import ArgumentParser
import Operations
import VerificationCore

/// How long a pause lasts, as `--for` has it.
struct PauseDuration: ExpressibleByArgument {
    let duration: Duration

    init?(argument: String) {
        guard let duration = Duration(setting: argument), QueueService.durations.contains(duration) else { return nil }
        self.duration = duration
    }
}
