import VerificationCore

/// Reads an inbox one delivery at a time.
package struct DeliveryReader {
    private var batches: AsyncStream<[JobDelivery]>.Iterator
    private var arrived: ArraySlice<JobDelivery> = []

    package init(_ inbox: any JobInbox) {
        batches = inbox.deliveries.makeAsyncIterator()
    }

    /// Waits for the next delivery; nil when the inbox has ended, or when the test's time limit has cancelled the test.
    package mutating func next() async -> JobDelivery? {
        while arrived.isEmpty {
            guard let batch = await batches.next() else { return nil }
            arrived = batch[...]
        }
        return arrived.popFirst()
    }
}
