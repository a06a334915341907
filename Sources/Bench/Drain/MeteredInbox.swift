import Glibc
import Histogram
import Synchronization
import VerificationCore

/// Passes requests on from another inbox, measures how long the worker has each, and counts how they leave.
package final class MeteredInbox: JobInbox {
    private struct TimedHandle: Sendable {
        let handle: any Sendable
        /// In microseconds of the steady clock.
        let arrivedAt: Int
    }

    private struct Reading: Sendable {
        var share = DrainShare()
        /// Microseconds from the arrival of a delivery to its settlement.
        var latency = Histogram<UInt64>(
            highestTrackableValue: 120_000_000, numberOfSignificantValueDigits: .three)
    }

    package let deliveries: AsyncStream<[JobDelivery]>
    private let inbox: any JobInbox
    private let reading = Mutex(Reading())
    private let firstDelivery: FirstDelivery

    package init(_ inbox: any JobInbox) {
        self.inbox = inbox
        let firstDelivery = FirstDelivery()
        self.firstDelivery = firstDelivery
        deliveries = AsyncStream { [deliveries = inbox.deliveries] in
            var batches = deliveries.makeAsyncIterator()
            guard let batch = await batches.next() else { return nil }
            let now = SteadyClock.now
            firstDelivery.note(now)
            return batch.map { delivery in
                JobDelivery(
                    body: delivery.body, properties: delivery.properties,
                    handle: TimedHandle(handle: delivery.handle, arrivedAt: now))
            }
        }
    }

    /// What has been measured until now; `endedAt` is the last settlement.
    package var share: DrainShare {
        let reading = reading.withLock { $0 }
        var share = reading.share
        share.startedAt = firstDelivery.at
        share.latencies = DrainShare.percentiles.map { Int(reading.latency.valueAtPercentile($0)) }
        return share
    }

    /// How many requests have left for good: acknowledged, or dead-lettered.
    package var settled: Int { reading.withLock { $0.share.acknowledged + $0.share.dead } }

    package func settle(_ delivery: JobDelivery, as settlement: Settlement) async {
        guard let timed = delivery.handle as? TimedHandle else { return }
        await inbox.settle(
            JobDelivery(body: delivery.body, properties: delivery.properties, handle: timed.handle),
            as: settlement)
        if case .giveBack = settlement { return }
        let now = SteadyClock.now
        reading.withLock { reading in
            reading.share.note(settlement)
            reading.share.endedAt = now
            _ = reading.latency.record(UInt64(max(0, now - timed.arrivedAt)))
        }
    }

    package func stopTaking() async { await inbox.stopTaking() }

    package func pause(for cause: PauseCause) { inbox.pause(for: cause) }

    package func resume(for cause: PauseCause) { inbox.resume(for: cause) }

    package var isPaused: Bool { inbox.isPaused }
}

extension DrainShare {
    fileprivate mutating func note(_ settlement: Settlement) {
        switch settlement {
        case .acknowledge: acknowledged += 1
        case .retry, .putOff: retried += 1
        case .deadLetter: dead += 1
        case .giveBack: break
        }
    }
}

/// Keeps the moment of the first delivery.
private final class FirstDelivery: Sendable {
    private let moment = Mutex<Int?>(nil)

    var at: Int? { moment.withLock { $0 } }

    func note(_ now: Int) {
        moment.withLock { moment in
            if moment == nil { moment = now }
        }
    }
}

/// The time since the machine was started: all processes of a machine have the same, and no program can set it.
enum SteadyClock {
    /// In microseconds.
    static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
    }
}
