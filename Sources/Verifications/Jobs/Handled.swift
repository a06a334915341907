import VerificationCore

/// How a delivery leaves the worker, and the answer for a caller who waits for it.
struct Handled: Sendable, Equatable {
    let settlement: Settlement
    let answer: RequestAnswer?

    init(_ settlement: Settlement, _ answer: RequestAnswer? = nil) {
        self.settlement = settlement
        self.answer = answer
    }

    /// The worker stops before the claim or before the record: another worker gets the request.
    static let abandoned = Handled(.giveBack)
}

/// Handles the jobs of one kind, which a `JobWorker` takes and settles.
///
/// It is a class, so that the task of each job holds one reference.
protocol JobHandler: AnyObject, Sendable {
    /// Handles a job, and says how its delivery leaves the worker; called for many jobs side by side.
    func handle(_ delivery: JobDelivery) async -> Handled

    /// Hears that a delivery has left the worker, and how long after it came.
    func left(_ handled: Handled, after duration: Duration)

    /// Does what has to go on beside the jobs, until its task is cancelled; may return at once.
    func workBeside() async

    /// Lets jobs that have not begun give up, so that the worker gives them back. The store's gate is stopped already.
    func stop()
}

extension JobHandler {
    func left(_ handled: Handled, after duration: Duration) {}

    func workBeside() async {}
}
