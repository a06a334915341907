import GatewayKit

/// Samples what a process holds while it is under load.
struct SoakWatch {
    /// How long a process rests before it is compared: longer than its idle connections live.
    static let rest = Duration.seconds(20)

    private let process: Int32
    private let baseline: SoakSample
    private let begin: ContinuousClock.Instant
    private let sampling: Task<[SoakSample], Never>

    /// Lets the process rest, takes the baseline, and begins to sample; nil without a process.
    ///
    /// Throws when the process is not on this machine, or belongs to another user.
    static func begin(_ process: Int32?, for duration: Duration) async throws -> SoakWatch? {
        guard let process else { return nil }
        try await Task.sleep(for: rest)
        let begin = ContinuousClock.now
        guard let baseline = SoakSample(of: process, at: 0) else {
            throw SettingsError("process \(process) is not on this machine, or belongs to another user")
        }
        // A sample a minute; a short load has twenty samples.
        let pause = max(.seconds(1), min(.seconds(60), duration / 20))
        let sampling = Task {
            var samples: [SoakSample] = []
            while true {
                // Only the end of the load cancels it.
                try? await Task.sleep(for: pause)
                if Task.isCancelled { return samples }
                let time = (ContinuousClock.now - begin) / .seconds(1)
                if let sample = SoakSample(of: process, at: time) { samples.append(sample) }
            }
        }
        return SoakWatch(process: process, baseline: baseline, begin: begin, sampling: sampling)
    }

    /// Takes no further sample: the load is over.
    func stop() { sampling.cancel() }

    /// Lets the process rest once more, and compares.
    func end() async throws -> SoakVerdict {
        stop()
        let samples = await sampling.value
        try await Task.sleep(for: Self.rest)
        let final = SoakSample(of: process, at: (ContinuousClock.now - begin) / .seconds(1))
        return SoakVerdict(baseline: baseline, samples: samples, final: final)
    }
}
