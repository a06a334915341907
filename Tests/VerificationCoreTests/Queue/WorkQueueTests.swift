import Testing
import VerificationCore

@Suite("The queues that workers take messages from")
struct WorkQueueTests {
    @Test("are known by the type of a message, in every version")
    func types() {
        for (type, queue) in [
            (RequestCodec.messageType, WorkQueue.requests), (ReceiptCodec.messageType, .receipts),
            (EventCodec.messageType, .events), ("verification.request.v2", .requests),
            ("verification.receipt.v17", .receipts), ("verification.event.v2", .events),
        ] {
            #expect(WorkQueue(messageType: type) == queue)
        }
    }

    @Test(
        "are not known by any other type",
        arguments: ["", "verification.answer.v1", "receipt", "verification.receipts"])
    func strangers(_ type: String) {
        #expect(WorkQueue(messageType: type) == nil)
    }
}
