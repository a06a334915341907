import VerificationCore

/// Reads an inbox one delivery at a time.
package struct DeliveryReader {
    private var batches: AsyncStream<[RequestDelivery]>.Iterator
    private var arrived: ArraySlice<RequestDelivery> = []

    package init(_ inbox: any RequestInbox) {
        batches = inbox.deliveries.makeAsyncIterator()
    }

    /// Nil when the inbox has ended, or the test ran out of time.
    package mutating func next() async -> RequestDelivery? {
        while arrived.isEmpty {
            guard let batch = await batches.next() else { return nil }
            arrived = batch[...]
        }
        return arrived.popFirst()
    }
}
