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
    ///   - reason: A stable word of a bounded set.
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
            for tally in tallies { counter.add(tally.key, tally.count) }
        }
    }
}

extension TallyBuffer {
    /// Counts what a try of a code came to, on a verification of a number of this region.
    package func checked(_ kind: TallyKind, _ report: VerificationReport, region: String, at now: Timestamp) {
        count(kind, of: report.id, began: report.createdAt, at: now, app: report.app, region: region)
        guard kind == .wrongCode, report.status == .maxAttemptsReached else { return }
        count(.exhausted, of: report.id, began: report.createdAt, at: now, app: report.app, region: region)
    }
}

extension TallyBuffer {
    /// Counts an event that an app's endpoint has taken.
    package func told(_ app: AppID, at now: Timestamp) { count(.eventTold, at: now, app: app) }

    /// Counts a call of an app's endpoint that failed, and whose event is tried again.
    package func failedToTell(_ app: AppID, _ answer: EventAnswer, at now: Timestamp) {
        count(.eventFailed, at: now, app: app, reason: answer.tallyReason)
    }

    /// Counts an event that was put off without a call.
    package func putOff(_ app: AppID, at now: Timestamp) { count(.eventPutOff, at: now, app: app) }

    /// Counts an event that is never told; nil for the app of an event that cannot be read.
    package func gaveUp(_ reason: EventSchedule.Reason, _ app: AppID?, at now: Timestamp) {
        count(.eventGivenUp, at: now, app: app, reason: reason.rawValue)
    }
}

extension EventAnswer {
    /// For example `status-503`; an HTTP status has three digits, so there are few such words.
    fileprivate var tallyReason: String {
        switch self {
        case .answered(let status, _): "status-\(status)"
        case .unanswered(let reason): TallyBuffer.word(for: reason)
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
    /// Counts a request that is on the queue.
    package func started(_ request: VerificationRequest, at now: Timestamp) {
        count(
            .started, of: request.id, began: request.requestedAt, at: now, app: request.app,
            region: request.phone.region)
    }

    /// Counts a call that put no request on the queue, as far as this process knows.
    package func notStarted(_ kind: TallyKind, _ phone: PhoneNumber, of app: AppID, reason: String, at now: Timestamp) {
        count(kind, at: now, app: app, region: phone.region, reason: reason)
    }

    /// Counts a claim's verdict, and how long the request waited for it.
    ///
    /// A verdict on a request that an earlier claim has decided counts nothing: its next try, or a lease that lives.
    package func decided(_ verdict: Verdict, on claim: Claim, at now: Timestamp) {
        guard let (kind, reason) = verdict.tally else { return }
        let request = claim.request
        count(
            kind, of: request.id, began: request.requestedAt, at: now, app: request.app,
            region: request.phone.region, reason: reason)
        count(.wait, at: now, reason: TimeBucket(now - request.requestedAt).word)
    }
}

extension Verdict {
    fileprivate var tally: (kind: TallyKind, reason: String)? {
        switch self {
        case .send(let order):
            guard order.tries == 1 else { return nil }
            return (order.message.ordinal == 1 ? .sent : .resent, "")
        case .duplicate: return (.duplicate, "")
        case .limited(let reached): return (.limited, reached.limit.rawValue)
        case .refused(let reason): return (.refused, reason.rawValue)
        case .expired: return (.late, "")
        case .leased, .known, .keyReused, .idReused, .idAhead, .outdated: return nil
        }
    }
}
