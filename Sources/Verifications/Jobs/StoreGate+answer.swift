import VerificationCore

extension StoreGate {
    /// How often a call meets a busy row before it is put off: each time costs half a second and a probe.
    private static let mostBusyAnswers = 5

    /// Asks the store again and again until it answers.
    ///
    /// `question` must be safe to ask twice. Throws `unservable` when the store can never answer it, `heldUp` when only this
    /// question has to wait, `stopped` when the patience is over.
    ///
    /// **Doubt.** When the store may have saved an earlier question, only this task can go on with it. Then it asks until
    /// it knows or is cancelled, whatever the answers are, and also while the process stops.
    func answer<Value: Sendable>(
        _ patience: Patience, _ question: () async throws(StoreError) -> Value
    ) async throws(JobError) -> Value {
        var (patience, busyAnswers, isInDoubt) = (patience, 0, false)
        while true {
            do { try await opened(patience) } catch { throw .stopped }
            do {
                return try await question()
            } catch {
                switch error {
                case .unavailable, .unfit: hear(of: error)
                case .inDoubt:
                    (isInDoubt, patience) = (true, .untilCancelled)
                    try await pause()
                case .busy where busyAnswers < Self.mostBusyAnswers:
                    busyAnswers += 1
                    try await pause()
                case .locked where isInDoubt, .busy where isInDoubt, .unreadable where isInDoubt,
                    .keyMissing where isInDoubt:
                    try await pause()
                case .busy: throw .heldUp(JobError.HeldUp(reason: "busy", detail: nil))
                case .locked: throw .heldUp(JobError.HeldUp(reason: "locked", detail: nil))
                case .unreadable(let words): throw .heldUp(JobError.HeldUp(reason: "unreadable", detail: words))
                case .keyMissing: throw .heldUp(JobError.HeldUp(reason: "unreadable", detail: "\(error)"))
                case .broken(let words): throw .unservable(DeadLetter(.internalError, detail: words))
                }
            }
        }
    }

    private func pause() async throws(JobError) {
        do { try await Task.sleep(for: probe) } catch { throw .stopped }
    }
}
