import VerificationCore

/// A queue of jobs for the conformance suites, and what a test does to it past its ports.
package protocol JobQueueHarness: Sendable {
    var publisher: any JobPublisher { get }

    /// Puts any message on the queue, as any program with rights at the broker could.
    func put(_ body: [UInt8], type: String?, contentType: String?) async throws

    /// Opens the inbox of a further worker.
    func openInbox() async throws -> any JobInbox

    /// Ends an inbox like the death of its process.
    func crash(_ inbox: any JobInbox) async

    /// Takes the oldest dead letter, as its headers describe it; at a broker it waits for the message.
    func nextDead() async throws -> InMemoryQueue.DeadMessage
}

/// The queue of requests, whose jobs may be tried again.
package protocol RequestQueueHarness: JobQueueHarness {
    /// An operator's view of the same queues.
    var overview: any BrokerProbe { get }
    /// An operator's access to the dead letters.
    var deadLetters: any DeadLetters { get }
    /// The queue's retry schedule; its first step is so short that a test can wait for it.
    var retrySchedule: RetrySchedule { get }

    /// Ends an inbox when its settlements have reached the queue.
    func close(_ inbox: any JobInbox) async

    /// Lets time pass for the messages in the retry queues; does nothing for a queue in which time passes by itself.
    func elapse(_ span: Duration) async
}
