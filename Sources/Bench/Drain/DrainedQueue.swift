import Assembly
import StrictJSON
import Synchronization
import VerificationCore

/// What the workers of a measurement have done, and what they cost.
struct DrainedQueue: Sendable {
    private(set) var shares: [DrainShare] = []
    private(set) var memory = DrainReport.Memory()
    private(set) var processorSeconds = 0.0

    /// Starts the workers, lets all begin at the same moment, and stops them when every request has left.
    ///
    /// `url`: of the webhook; nil for a sandbox.
    init(_ plan: DrainPlan, in installation: BenchInstallation, url: String?) async throws {
        let workers = try await Self.start(plan, in: installation, url: url)
        memory.start = Self.largest(workers).map(\.now).max() ?? 0
        let before = ProcessReading(of: workers.map(\.id))
        for worker in workers { worker.say("go") }
        let progress = Progress()
        await withTaskGroup { group in
            for (index, worker) in workers.enumerated() {
                group.addTask { await progress.follow(worker, as: index) }
            }
            await progress.reached(plan.requests / 2)
            memory.half = Self.largest(workers).map(\.now).max() ?? 0
            await progress.reached(plan.requests)
            processorSeconds = (ProcessReading(of: workers.map(\.id)) - before).processorSeconds
            let end = Self.largest(workers)
            (memory.end, memory.most) = (end.map(\.now).max() ?? 0, end.map(\.most).max() ?? 0)
            for worker in workers { worker.say("stop") }
            await group.waitForAll()
        }
        for worker in workers { await worker.stop() }
        shares = progress.shares
    }

    /// Starts the workers, and returns when each is ready and waits for `go`.
    private static func start(
        _ plan: DrainPlan, in installation: BenchInstallation, url: String?
    ) async throws -> [ChildProgram] {
        let arguments =
            ["bench", "drain-worker", "--phones", "\(plan.requests)", "--config", installation.emptyFile]
            + (url.map { ["--url", $0] } ?? [])
        var workers: [ChildProgram] = []
        for _ in 0..<plan.workers {
            let worker = try ChildProgram.start(
                arguments, environment: installation.environment(), hearing: .output)
            workers.append(worker)
            guard await worker.nextLine() != nil else {
                for worker in workers { await worker.stop() }
                throw SettingsError("a worker ended before it began")
            }
        }
        return workers
    }

    private static func largest(_ workers: [ChildProgram]) -> [ResidentMemory] {
        workers.map { ResidentMemory(of: $0.id) }
    }
}

/// How far all workers are together.
private final class Progress: Sendable {
    private struct State {
        var settled: [Int: Int] = [:]
        var shares: [DrainShare] = []
    }

    private let state = Mutex(State())
    private let steps = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))

    /// The shares of the workers that have written theirs.
    var shares: [DrainShare] { state.withLock { $0.shares } }

    /// Reads what a worker says, until it has ended.
    func follow(_ worker: ChildProgram, as index: Int) async {
        for await text in worker.lines {
            // A worker says nothing but JSON.
            guard let line = try? JSONValue(parsing: text.utf8) else { continue }
            if let settled = line["settled"]?.integer {
                state.withLock { $0.settled[index] = Int(settled) }
                steps.continuation.yield(self.settled)
            } else if let share = DrainShare(line) {
                state.withLock { $0.shares.append(share) }
            }
        }
        // Without this worker its requests go to the others, but its count is lost, so `reached` must not wait for it.
        steps.continuation.finish()
    }

    /// Returns when so many requests have left, or a worker has ended too early.
    func reached(_ count: Int) async {
        if settled >= count { return }
        for await settled in steps.stream where settled >= count { return }
    }

    private var settled: Int { state.withLock { $0.settled.values.reduce(0, +) } }
}
