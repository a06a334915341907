import Connections
import NIOCore
import NIOPosix
import Synchronization

/// One connection to an SMSC, kept for as long as the link runs.
///
/// The link binds anew with growing pauses when the connection is lost or refused. It asks now and then whether the
/// SMSC is still there, and hands over what the SMSC delivers. It submits a message once and never again: the caller
/// gets the outcome.
package final class SMPPLink: Sendable {
    /// Takes a `deliver_sm`; true when it is kept safe, false when the SMSC shall deliver it again later.
    ///
    /// The same may come again, for example when the connection was lost before the SMSC had the answer.
    package typealias Handler = @Sendable (DeliverMessage) async -> Bool

    private let driver: LinkDriver
    private let policy: ReconnectPolicy
    private let deliveries: AsyncStream<DeliverRequest>
    private let lastDelivery: AsyncStream<DeliverRequest>.Continuation
    private let handler: Handler
    private let chance: @Sendable () -> Double
    private let lastTicket = Atomic<UInt64>(0)

    /// Checks the configuration; `run` opens the first connection.
    ///
    /// - Parameters:
    ///   - configuration: Where to connect to, and the account to bind with.
    ///   - eventLoop: Where all connections of this link live; it must outlive the link.
    ///   - chance: Between 0 and 1; spreads the pauses of many links.
    ///   - handler: Called with each `deliver_sm`, several at once, up to `unansweredDeliveries`.
    /// - Throws: `invalidConfiguration`, or what cannot be written of the bind.
    package init(
        _ configuration: LinkConfiguration, eventLoop: any EventLoop = MultiThreadedEventLoopGroup.singleton.any(),
        chance: @escaping @Sendable () -> Double = { .random(in: 0...1) }, handler: @escaping Handler
    ) throws(SMPPError) {
        let (deliveries, lastDelivery) = AsyncStream.makeStream(of: DeliverRequest.self)
        // The session bounds how many wait in the stream.
        driver = try LinkDriver(configuration, eventLoop: eventLoop) { lastDelivery.yield($0) }
        policy = configuration.reconnecting
        (self.deliveries, self.lastDelivery, self.handler, self.chance) = (deliveries, lastDelivery, handler, chance)
    }

    /// How the link stands now.
    package var state: LinkState { driver.broadcast.current }

    /// The present state, then every change; ends after `closed`.
    package func states() -> AsyncStream<LinkState> { driver.broadcast.changes() }

    /// Sends one message, once, and returns the outcome.
    ///
    /// The caller waits in line for a place in the window, then for the SMSC's answer, both until `deadline`. The link
    /// awaits an answer no longer than `responseTimeout`. Without a bound connection it returns at once. A cancelled task stops
    /// waiting as at the deadline: `notSent` in line, `unknown` after the write.
    package func submit(_ message: SubmitMessage, deadline: ContinuousClock.Instant) async -> SubmitEnd {
        let ticket = lastTicket.wrappingAdd(1, ordering: .relaxed).newValue
        return await withTaskCancellationHandler {
            await withCheckedContinuation { submitter in
                driver.put(.submit(message, ticket: ticket, deadline: deadline, submitter))
                // A cancellation before this line may have overtaken the message.
                if Task.isCancelled { driver.put(.abandon(ticket: ticket)) }
            }
        } onCancel: {
            driver.put(.abandon(ticket: ticket))
        }
    }

    /// Keeps the link until `shutDown`, and then is done; call it once.
    ///
    /// A cancelled task closes the connection at once: open submits end as unknown.
    package func run() async {
        await withTaskCancellationHandler {
            await withDiscardingTaskGroup { group in
                group.addTask { await self.stayConnected() }
                for await delivery in deliveries {
                    group.addTask { await self.hand(over: delivery) }
                }
                group.cancelAll()
            }
        } onCancel: {
            driver.cut()
        }
        await driver.close()
    }

    /// Ends the link in order, and returns when it is closed.
    ///
    /// New submits end as `closed` at once. The link awaits the answers to earlier submits and to deliveries for at most
    /// `limit`. Then it sends an `unbind`, which the SMSC may take `unbindTimeout` to answer.
    package func shutDown(within limit: Duration) async {
        await driver.finish(until: .now + limit)
        for await state in states() where state == .closed { return }
    }

    private func stayConnected() async {
        var failures = 0
        while true {
            let end = await driver.live()
            guard let reason = end.reason else { break }
            failures = end.wasBound ? 1 : failures + 1
            await driver.pause(for: policy.pause(after: reason, failures: failures, chance: chance()))
        }
        lastDelivery.finish()
    }

    private func hand(over delivery: DeliverRequest) async {
        let isTaken = await handler(delivery.message)
        driver.put(.answer(delivery, isTaken: isTaken))
    }
}

/// How a link stands with its SMSC.
package enum LinkState: Sendable, Hashable {
    /// A connection is being made, or a pause before it; `lastFailure` says why the last ended, nil before the first.
    case connecting(lastFailure: SMPPError?)
    /// Submits are taken; the SMSC's name may be empty.
    case bound(systemID: String)
    /// The graceful end has begun: no new submits, open answers are awaited.
    case unbinding
    /// For good.
    case closed
}
