import VerificationCore

/// A request queue on which the conformance suite is run, and what can be done to it only from outside.
package protocol RequestQueueHarness: Sendable {
    var publisher: any RequestPublisher { get }
    /// An operator's view of the same queues.
    var overview: any QueueOverview { get }
    /// An operator's hand on what was put aside there.
    var deadLetters: any DeadLetters { get }
    /// Its first rung is short enough to be waited for.
    var ladder: RetryLadder { get }

    /// Puts any message on the queue, as a stranger could.
    func put(_ body: [UInt8], type: String?, contentType: String?) async throws

    /// Another worker's end of the queue.
    func openInbox() async throws -> any RequestInbox

    /// Ends an inbox after what it settled has reached the queue.
    func close(_ inbox: any RequestInbox) async

    /// Ends an inbox as the death of its process would.
    func crash(_ inbox: any RequestInbox) async

    /// Lets time pass for what waits in the ladder; does nothing where time passes by itself.
    func elapse(_ span: Duration) async

    /// The oldest message that was put aside, once there is one, as its headers tell of it.
    func nextDead() async throws -> InMemoryRequestQueue.Dead
}
