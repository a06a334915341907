/// Port: a worker's way to a queue from which it can take nothing for a while.
///
/// None of its calls waits for the broker.
package protocol PausableInbox: Sendable {
    /// Asks the broker for no more messages for now; what is here is handed out and settled as usual.
    ///
    /// It holds for later connections as well. Called before the first connection, nothing is taken at all.
    func pause(for cause: PauseCause)

    /// Ends the pause for this cause; asks the broker for messages again when no other cause is left.
    ///
    /// Without such a pause it changes nothing. After `stopTaking` it changes nothing.
    func resume(for cause: PauseCause)

    /// Whether the broker sends nothing more because of a pause.
    var isPaused: Bool { get }
}
