import VerificationCore

/// Handles the jobs of one kind, which a `JobWorker` takes and settles.
///
/// It is a class, so that the task of each job holds one reference.
protocol JobHandler: AnyObject, Sendable {
    /// Handles a job, and says how its delivery leaves the worker; called for many jobs side by side.
    ///
    /// It settles nothing itself: the worker carries out what it returns.
    func handle(_ delivery: JobDelivery) async -> Settlement

    /// Tells a fact of its jobs to those who listen, with the time of its clock.
    func tell(_ fact: Fact)

    /// Does what has to go on beside the jobs, until its task is cancelled; may return at once.
    func workBeside() async

    /// Lets jobs that have not begun give up, so that the worker gives them back. The store's gate is stopped already.
    func stop()
}

extension JobHandler {
    func workBeside() async {}
}
