import Synchronization
import VerificationCore

/// Watches the whole installation, and has each look judged with what earlier looks have found.
package final class SituationWatch: Sendable {
    private let queries: CachedQueries
    private let gatewayList: GatewayList
    private let now: @Sendable () -> Timestamp
    private let hear: @Sendable (Overview) -> Void
    private let memory = Mutex(Memory())

    /// What looks have left behind.
    private struct Memory {
        var history = LookHistory()
        var last: Overview?
    }

    /// - Parameters:
    ///   - queries: what the other pages look at too.
    ///   - gatewayList: the gateways of this process's settings.
    ///   - now: the store's clock, as far as this process knows it.
    ///   - hear: gets each look in the order of their judgements; it must take no time.
    package init(
        _ queries: CachedQueries, gatewayList: GatewayList, now: @escaping @Sendable () -> Timestamp,
        hear: @escaping @Sendable (Overview) -> Void = { _ in }
    ) {
        (self.queries, self.gatewayList, self.now, self.hear) = (queries, gatewayList, now, hear)
    }

    /// Looks also while no operator does, so that the page knows since when a rule holds, and what was wrong lately.
    ///
    /// It runs until its task is cancelled; `pause` waits, and less long when the task is cancelled.
    package func keep(pause: (Duration) async -> Void) async {
        while !Task.isCancelled {
            _ = await look()
            await pause(.seconds(5))
        }
    }

    /// What is known now, what it means, and since when each rule that holds has held.
    package func look() async -> Overview {
        async let queues = queries.queues.look()
        async let broker = queries.broker.look()
        async let gateways = queries.gateways.look()
        async let workers = queries.workers.look()
        async let counts = queries.counts.look()
        async let changes = queries.changes.look()
        async let acknowledgements = queries.acknowledgements.look()
        async let blocks = queries.blocks.look()
        // For the page of the audit, which shows them when the database is away.
        async let newestLines = queries.newestLines.look()
        let situation = Situation(
            at: now(), queues: await queues, broker: await broker, gateways: await gateways,
            workers: await workers, counts: await counts, changes: await changes,
            acknowledgements: await acknowledgements, blocks: await blocks, gatewayList: gatewayList)
        _ = await newestLines
        // Several people look at once, and each look is judged whole before the next.
        return memory.withLock { memory in
            let overview = memory.history.judge(situation)
            memory.last = overview
            hear(overview)
            return overview
        }
    }

    /// What the last look found, without a new one; nil before the first.
    package var last: Overview? { memory.withLock(\.last) }
}
