import Synchronization

/// What a process has counted and not yet handed to the store.
///
/// Counts are statistics and no records. A process hands them over every few seconds and when it stops in order; a
/// process that is killed loses the counts since the last time. To count costs a lock and a look-up in a dictionary.
package final class TallyBuffer: Sendable {
    private let counter = Mutex(TallyCounter())

    package init() {}

    /// Counts an event once.
    ///
    /// - Parameters:
    ///   - kind: What happened. It decides whether the event counts now or in the minute in which `id` began.
    ///   - id: The request or the verification that began; nil only for a kind that counts now.
    ///   - began: When it began, as far as the caller knows. It counts for an id that tells no time of its own, because an
    ///     idempotency key made it. Nil counts such an id now.
    ///   - now: The time of the event. An id whose maker's clock is ahead counts now; an id that is older than the store
    ///     keeps counts is not counted.
    ///   - app: The app of the request.
    ///   - region: The region of the number.
    ///   - gateway: The gateway that was called.
    ///   - reason: A stable identifier from a bounded set.
    package func count(
        _ kind: TallyKind, of id: VerificationID? = nil, began: Timestamp? = nil, at now: Timestamp, app: AppID? = nil,
        region: String = "", gateway: String = "", reason: String = ""
    ) {
        let current = Minute(now)
        let beginning = kind.countsAtBeginning ? id?.requestedAt ?? began : nil
        let minute = min(beginning.map { Minute($0) } ?? current, current)
        guard current - minute < Tally.keptMinutes else { return }
        let key = TallyKey(
            kind, in: minute, app: app?.name ?? "", region: region, gateway: gateway, reason: reason)
        counter.withLock { $0.add(key) }
    }

    /// The counts since the last call, in the order of their keys.
    package func take() -> [Tally] { counter.withLock { $0.take() } }

    /// Takes counts back that the store has not got; with what was counted meanwhile, they are as bounded as ever.
    package func putBack(_ tallies: [Tally]) {
        counter.withLock { counter in
            for tally in tallies { counter.add(tally.key, count: tally.count) }
        }
    }
}

extension TallyBuffer {
    /// Counts that an API process is there; the caller does it every `apiPulse`.
    package func apiAlive(at now: Timestamp) { count(.apiAlive, at: now) }

    /// How often an API process says that it is there.
    package static let apiPulse = Duration.seconds(5)
}

extension TallyBuffer {
    /// A gateway's own reason; its author may be careless, so a reason that is no stable identifier counts as `other`.
    package static func word(for reason: String) -> String { DeliveryReceipt.storableReason(reason) ?? TallyKey.other }
}
