import VerificationCore

/// Reads an inbox one delivery at a time.
package struct DeliveryReader {
    private var batches: AsyncStream<[RequestDelivery]>.Iterator
    private var arrived: ArraySlice<RequestDelivery> = []

    package init(_ inbox: any RequestInbox) {
        batches = inbox.deliveries.makeAsyncIterator()
    }

    package init(receipts inbox: any ReceiptInbox) {
        batches = inbox.deliveries.makeAsyncIterator()
    }

    /// Waits for the next delivery; nil when the inbox has ended, or when the test's time limit has cancelled the test.
    package mutating func next() async -> RequestDelivery? {
        while arrived.isEmpty {
            guard let batch = await batches.next() else { return nil }
            arrived = batch[...]
        }
        return arrived.popFirst()
    }
}
