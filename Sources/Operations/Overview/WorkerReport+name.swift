import VerificationCore

extension WorkerReport {
    /// For people, for example `host-1, process 4711`; by its number where a worker of an earlier release says no more.
    package var name: String {
        status.map { "\($0.host), process \($0.processID)" } ?? "worker \(String(id, radix: 16))"
    }
}
