import AMQP
import Connections
import VerificationCore

/// Moves a delivery into another queue: first the copy, confirmed, then the acknowledgement of the original.
///
/// If the worker dies between the two, the broker has both messages. After a missing confirmation there may be a copy.
/// The same request twice is harmless, because the store recognises it.
struct DeliveryMover: Sendable {
    let consumer: AMQPConsumer
    let publisher: AMQPPublisher
    /// Makes a queue anew that an operator deleted.
    let restorer: QueueRestorer
    /// The kind of the jobs on the consumer's queue.
    let kind: JobKind
    /// The dead-letter queue.
    let dead: String
    let random: @Sendable () -> UInt64
    let now: @Sendable () -> Timestamp
    let log: QueueLog

    /// Moves a delivery into a retry queue, with its first error, and with how often it was tried and put off.
    ///
    /// Without retry queues it goes back to its own queue.
    func delay(
        _ delivery: AMQPDelivery, by wait: Duration, because error: ErrorCode?, tries: Int, putOffs: Int = 0
    ) async {
        guard let retries = kind.retries else { return consumer.reject(delivery, requeue: true) }
        let message = delivery.message
        let copy = message.forAnotherTry(
            after: message.firstError(in: kind) ?? error, tries: tries, putOffs: putOffs,
            publisher: message.publisher(in: kind))
        await move(delivery, as: copy, to: retries.name(forWait: wait, chance: random()))
    }

    /// Moves a delivery to the dead-letter queue, with its kind, the reason, its first error and its last error.
    ///
    /// `body`: what is dead-lettered in place of the message's own body; nil for the whole message.
    func deadLetter(_ delivery: AMQPDelivery, with letter: DeadLetter, body: [UInt8]? = nil) async {
        var message = delivery.message.forDead(
            letter, from: kind.queue, after: delivery.message.firstError(in: kind),
            by: delivery.message.publisher(in: kind), at: now(), originalSize: delivery.bodySize)
        if let body { message.body = body }
        if await move(delivery, as: message, to: dead) { log.deadLetter(delivery.message, with: letter) }
    }

    /// Moves a delivery to the end of its own queue, where the broker counts its returns anew.
    ///
    /// Without a connection it tries five times within about a second. False when the broker did not confirm the copy, or
    /// when the body was cut: then the delivery is still to be settled.
    func renew(_ delivery: AMQPDelivery) async -> Bool {
        guard !delivery.isTruncated else { return false }
        for failures in 1...5 {
            do {
                try await publisher.publish(delivery.message.renewed, exchange: "", routingKey: consumer.queue)
                consumer.acknowledge(delivery)
                log.hasRenewed(in: consumer.queue)
                return true
            } catch  where error.code == .notConnected {
                guard await Backoff.moving.wait(after: failures) else { return false }
            } catch {
                log.couldNotMove(to: consumer.queue, error)
                return false
            }
        }
        return false
    }

    /// Publishes `message` to `queue` and acknowledges `delivery`.
    ///
    /// Tries again until it succeeds. It gives up and returns false when the delivery's connection is lost, the
    /// publisher is closed, or the task is cancelled. Then the broker delivers the original again.
    ///
    /// A broker that was silent and speaks again on the same connection does not deliver the message again: it waits
    /// for the settlement. So the connection's state does not matter here, only whether it is still the delivery's
    /// connection.
    @discardableResult
    func move(_ delivery: AMQPDelivery, as message: AMQPMessage, to queue: String) async -> Bool {
        var failures = 0
        while consumer.holds(delivery) {
            do {
                try await publisher.publish(message, exchange: "", routingKey: queue)
                consumer.acknowledge(delivery)
                return true
            } catch  where error.code == .closed {
                return false
            } catch  where error.code == .invalidMessage {
                return await moveBare(delivery, as: message, to: queue)
            } catch {
                log.couldNotMove(to: queue, error)
                if error.code == .returned { await restorer.restore() }
            }
            failures += 1
            guard await Backoff.moving.wait(after: failures) else { return false }
        }
        return false
    }

    /// Moves a message whose headers are legal to receive but too large to send: only the worker's headers go along.
    ///
    /// If even these are too large, the worker rejects the original, and the broker moves it to the dead-letter queue.
    private func moveBare(_ delivery: AMQPDelivery, as message: AMQPMessage, to queue: String) async -> Bool {
        var bare = message
        bare.headers = message.headers.filter { $0.key.hasPrefix("verifyd-") }
        guard bare != message else {
            consumer.reject(delivery, requeue: false)
            return false
        }
        return await move(delivery, as: bare, to: queue)
    }
}

extension Backoff {
    /// For a message that the broker does not take at present.
    static let moving = Backoff(base: .milliseconds(100), cap: .seconds(5))
}
