/// Port: a worker's way to a queue that an operator can pause.
///
/// None of its calls waits for the broker.
package protocol PausableInbox: Sendable {
    /// Asks the broker for no more messages for now; what is here is handed out and settled as usual.
    ///
    /// It holds for later connections as well. Called before the first connection, nothing is taken at all.
    func pause()

    /// Asks the broker for messages again; without a pause it changes nothing. After `stopTaking` it changes nothing.
    func resume()

    /// Whether the broker sends nothing more because of a pause.
    var isPaused: Bool { get }
}
