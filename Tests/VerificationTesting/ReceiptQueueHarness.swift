import VerificationCore

/// A queue of receipts for the conformance suite, and what a test does to it past its ports.
package protocol ReceiptQueueHarness: Sendable {
    var publisher: any JobPublisher { get }

    /// Puts any message on the queue, as any program with rights at the broker could.
    func put(_ body: [UInt8], type: String?, contentType: String?) async throws

    /// Opens the inbox of a further worker.
    func openInbox() async throws -> any ReceiptInbox

    /// Ends an inbox like the death of its process.
    func crash(_ inbox: any ReceiptInbox) async

    /// Takes the oldest message that was put aside; at a broker it waits for the message.
    func nextDead() async throws -> InMemoryJobQueue.Dead
}
