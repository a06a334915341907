/// Port: takes the jobs of one kind off their queue and settles them.
package protocol JobInbox: Sendable {
    /// Jobs in the order of arrival, as many at once as have arrived. Ends after `stopTaking`.
    var deliveries: AsyncStream<[JobDelivery]> { get }

    /// Carries out the settlement. First the answer, if there is one, leaves for the caller who waits for it; where no
    /// caller waits any more, nothing happens. Returns once the job is safely where it should be. A broker that is away
    /// is waited for. A delivery that the broker has taken back in the meantime is left alone, and its caller gets the
    /// answer all the same.
    func settle(_ delivery: JobDelivery, as settlement: Settlement) async

    /// Asks the broker for no more jobs. Jobs that are here already are still handed out, and may still be settled.
    func stopTaking() async

    /// Asks the broker for no more jobs for now; what is here is handed out and settled as usual. Does not wait.
    ///
    /// It holds for later connections as well. Called before the first connection, nothing is taken at all.
    func pause(for cause: PauseCause)

    /// Ends the pause for this cause; asks the broker for jobs again when no other cause is left. Does not wait.
    ///
    /// Without such a pause it changes nothing. After `stopTaking` it changes nothing.
    func resume(for cause: PauseCause)

    /// Whether the broker sends nothing more because of a pause.
    var isPaused: Bool { get }
}
