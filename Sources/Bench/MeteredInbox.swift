import Histogram
import Synchronization
import VerificationCore

/// Passes requests on from another inbox, measures how long the worker has each, and counts how they leave.
package final class MeteredInbox: RequestInbox {
    private struct TimedReceipt: Sendable {
        let receipt: any Sendable
        let arrivedAt: ContinuousClock.Instant
    }

    /// The times and counts of a measurement.
    package struct Reading: Sendable {
        package var acknowledged = 0
        package var retried = 0
        package var dead = 0
        package var startedAt: ContinuousClock.Instant?
        package var endedAt: ContinuousClock.Instant?
        /// Microseconds from the arrival of a delivery to its settlement.
        package var latency = Histogram<UInt64>(
            highestTrackableValue: 120_000_000, numberOfSignificantValueDigits: .three)
    }

    package let deliveries: AsyncStream<[RequestDelivery]>
    private let inbox: any RequestInbox
    private let expected: Int
    private let reading: Mutex<Reading>
    private let finished = AsyncStream.makeStream(of: Void.self)
    private let firstDelivery = FirstDelivery()

    /// `expected`: `untilFinished` returns when so many requests have been acknowledged or put aside.
    package init(_ inbox: any RequestInbox, expected: Int) {
        self.inbox = inbox
        self.expected = expected
        reading = Mutex(Reading())
        deliveries = AsyncStream { [deliveries = inbox.deliveries, firstDelivery] in
            var batches = deliveries.makeAsyncIterator()
            guard let batch = await batches.next() else { return nil }
            let now = ContinuousClock.now
            firstDelivery.note(now)
            return batch.map { delivery in
                RequestDelivery(
                    body: delivery.body, properties: delivery.properties,
                    receipt: TimedReceipt(receipt: delivery.receipt, arrivedAt: now))
            }
        }
    }

    /// What has been measured until now; `endedAt` is nil until all expected requests have left.
    package var now: Reading {
        var reading = reading.withLock { $0 }
        reading.startedAt = firstDelivery.at
        return reading
    }

    /// Returns when the expected number of requests have been acknowledged or put aside.
    package func untilFinished() async {
        for await _ in finished.stream { return }
    }

    package func giveBack(_ delivery: RequestDelivery) {
        guard let timed = delivery.receipt as? TimedReceipt else { return }
        inbox.giveBack(
            RequestDelivery(body: delivery.body, properties: delivery.properties, receipt: timed.receipt))
    }

    package func settle(_ delivery: RequestDelivery, as settlement: Settlement) async {
        guard let timed = delivery.receipt as? TimedReceipt else { return }
        await inbox.settle(
            RequestDelivery(body: delivery.body, properties: delivery.properties, receipt: timed.receipt),
            as: settlement)
        let now = ContinuousClock.now
        let isLast = reading.withLock { reading in
            reading.note(settlement)
            _ = reading.latency.record(UInt64(max(0, (now - timed.arrivedAt).wholeMicroseconds)))
            guard reading.acknowledged + reading.dead == expected else { return false }
            reading.endedAt = now
            return true
        }
        if isLast { finished.continuation.finish() }
    }

    package func answer(_ delivery: RequestDelivery, with answer: RequestAnswer) {
        guard let timed = delivery.receipt as? TimedReceipt else { return }
        inbox.answer(
            RequestDelivery(body: delivery.body, properties: delivery.properties, receipt: timed.receipt),
            with: answer)
    }

    package func stopTaking() async { await inbox.stopTaking() }
}

extension MeteredInbox.Reading {
    fileprivate mutating func note(_ settlement: Settlement) {
        switch settlement {
        case .acknowledge: acknowledged += 1
        case .again: retried += 1
        case .dead: dead += 1
        }
    }
}

/// Keeps the moment of the first delivery.
private final class FirstDelivery: Sendable {
    private let instant = Mutex<ContinuousClock.Instant?>(nil)

    var at: ContinuousClock.Instant? { instant.withLock { $0 } }

    func note(_ now: ContinuousClock.Instant) {
        instant.withLock { instant in
            if instant == nil { instant = now }
        }
    }
}
