import Assembly
import VerificationCore

/// The receiver of a webhook gateway in a process of its own, so that the worker does not pay for it.
struct ReceiverProcess: Sendable {
    /// Where the gateway posts to; nil for a sandbox.
    let url: String?
    private let program: ChildProgram?

    /// Starts a receiver if the gateway needs one.
    static func start(
        for gateway: DrainPlan.Gateway, _ installation: BenchInstallation
    ) async throws -> ReceiverProcess {
        switch gateway {
        case .sandbox: return ReceiverProcess(url: nil, program: nil)
        case .url(let url): return ReceiverProcess(url: url, program: nil)
        case .webhook:
            let program = try ChildProgram.start(
                ["bench", "receiver"], environment: installation.environment(), hearing: .output)
            guard let url = await program.nextLine() else {
                throw SettingsProblem("the webhook's receiver ended before it listened")
            }
            return ReceiverProcess(url: url, program: program)
        }
    }

    func stop() async { await program?.stop() }
}
