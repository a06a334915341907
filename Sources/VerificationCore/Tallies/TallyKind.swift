/// What is counted for an operator's pages; test numbers are in no count.
///
/// An event counts in one of two minutes, see `countsAtBeginning`:
/// - What a person notices counts in the minute in which the verification began. So of the verifications that began at
///   03:05, the share of the approved grows until their codes are over, and then means something. An id of an
///   idempotency key holds no minute. Then the request's time counts, or the verification's, and where neither is known
///   the present.
/// - What the machines do counts in the minute in which it happens.
package enum TallyKind: String, Sendable, CaseIterable {
    // MARK: In the minute in which the request or its verification began

    /// The API has put a request on the queue; a repeated call counts again.
    ///
    /// A request that a backend puts on the queue itself counts with its verdict only.
    case started
    /// A worker's verdict: the first message of a new verification.
    case sent
    /// A worker's verdict: a further message of a live verification.
    case resent
    /// A worker's verdict: the request joins a live verification, whose message is young.
    case duplicate
    /// A worker's verdict; the reason is the limit.
    case limited
    /// A worker's verdict; the reason is that of the refusal.
    case refused
    /// A worker's verdict: the request's deadline had passed.
    case late
    /// A gateway has taken a message; the reason is `again` for the second message of a verification and later messages.
    case accepted
    /// A gateway that reports delivery has taken a first message within a minute of its request; it counts as `accepted`
    /// as well.
    case awaited
    /// A provider says that the phone has the message; the reason is as with `accepted`.
    case delivered
    /// A provider says that the message will not arrive, and why; the message may be delivered later nevertheless.
    case undelivered
    /// A message has definitely not left and never will; the reason is the last gateway's.
    case failed
    /// The right code was typed; a call that repeats its idempotency key counts again.
    case approved
    /// A wrong code was typed, and counted.
    case wrongCode = "wrong-code"
    /// The last wrong code that the verification admits; it counts as `wrongCode` as well.
    case exhausted

    // MARK: In the minute in which it happens

    /// The API refused a number that every worker would refuse; not `started`.
    case turnedAway = "turned-away"
    /// The broker has not confirmed a request; not `started`, though the broker may have it.
    case notQueued = "not-queued"
    /// A limit on wrong codes held a try; the reason is the limit.
    case checkLimited = "check-limited"
    /// A gateway's call; a message may need several calls.
    case callAccepted = "call-accepted"
    /// A gateway's call: the message did not leave; the reason is the gateway's.
    case callRefused = "call-refused"
    /// A gateway's call: the provider was busy.
    case callThrottled = "call-throttled"
    /// A gateway's call: nobody knows whether the message left; the reason is the gateway's.
    case callUnknown = "call-unknown"
    /// A surface has looked for a proof of the app; the reason is the proof's kind and the result, for example
    /// `app-check good`. It has no region.
    case appProof = "app-proof"
    /// An API process was there; it says so about every five seconds, and the count has no app and no region.
    case apiAlive = "api-alive"
    /// How long a request waited from its call to its verdict; the reason is the `TimeBucket`.
    ///
    /// It has no app and no region.
    case wait
    /// How long a gateway's call took; the reason is the `TimeBucket`, and it has no app and no region.
    case callTime = "call-time"
    /// An app's endpoint has taken an event.
    case eventTold = "event-told"
    /// A call of an app's endpoint failed, and the event is tried again; the reason is the answer.
    case eventFailed = "event-failed"
    /// An event was put off without a call, for example because the last calls of its app's endpoint failed.
    case eventPutOff = "event-put-off"
    /// A worker has given up an event; the reason is an `EventSchedule.Reason`.
    case eventGivenUp = "event-given-up"

    /// Whether the event counts in the minute in which its request or verification began.
    package var countsAtBeginning: Bool {
        switch self {
        case .started, .sent, .resent, .duplicate, .limited, .refused, .late, .accepted, .awaited, .delivered,
            .undelivered, .failed, .approved, .wrongCode, .exhausted:
            true
        case .turnedAway, .notQueued, .checkLimited, .callAccepted, .callRefused, .callThrottled, .callUnknown,
            .appProof, .apiAlive, .wait, .callTime, .eventTold, .eventFailed, .eventPutOff, .eventGivenUp:
            false
        }
    }
}

/// Events of the same kind, gateway and reason, for example `error-30003` of a provider.
package struct TallyGroup: Sendable, Hashable {
    package let kind: TallyKind
    package let gateway: String
    package let reason: String
    package let count: Int
    /// The first and the last minute of the question's span in which it was counted.
    package let minutes: ClosedRange<Minute>
    /// The regions of the numbers, those with the most events first; `TallyGroup.mostRegions` at most.
    package let regions: [String]

    /// How many regions a group names.
    package static let mostRegions = 5

    package init(
        kind: TallyKind, gateway: String, reason: String, count: Int, minutes: ClosedRange<Minute>, regions: [String]
    ) {
        self.kind = kind
        self.gateway = gateway
        self.reason = reason
        self.count = count
        self.minutes = minutes
        self.regions = regions
    }
}

/// Counts along the time, for a chart.
package struct TallySeries: Sendable, Hashable {
    /// A series has as many points as a day has minutes at most.
    package static let mostPoints = 1_440

    /// The minute with which the first point begins.
    package let beginning: Minute
    /// How many minutes a point sums up; the last point may have fewer.
    package let step: Int
    /// For each kind of the question a count for each point; 0 where nothing was counted.
    package private(set) var counts: [TallyKind: [Int]]

    /// An empty series, as long as the question's span; `step` becomes longer where the points would be too many.
    package init(_ question: TallyQuestion, step: Int) {
        let minutes = max(0, question.span.upperBound - question.span.lowerBound)
        let step = Swift.max(1, step, (minutes + Self.mostPoints - 1) / Self.mostPoints)
        self.step = step
        beginning = question.span.lowerBound
        let zeros = Array(repeating: 0, count: (minutes + step - 1) / step)
        counts = Dictionary(uniqueKeysWithValues: question.kinds.map { ($0, zeros) })
    }

    /// Adds a count to its point; a minute outside the series changes nothing.
    package mutating func add(_ count: Int, of kind: TallyKind, in minute: Minute) {
        let place = (minute - beginning) / step
        guard minute >= beginning, counts[kind]?.indices.contains(place) ?? false else { return }
        counts[kind]?[place] += count
    }
}

/// The sums of everything that has the same text in a dimension.
package struct TallySum: Sendable, Hashable {
    /// For example `DE` for a region; empty for counts to which the dimension does not apply.
    package let name: String
    /// A kind without an event is not there.
    package let counts: [TallyKind: Int]

    package init(name: String, counts: [TallyKind: Int]) {
        self.name = name
        self.counts = counts
    }
}

extension [TallySum] {
    /// Sums by reason as times, for kinds whose reason is a `TimeBucket`; other reasons are left out.
    package func times(of kind: TallyKind) -> [TimeBucket: Int] {
        var times: [TimeBucket: Int] = [:]
        for sum in self {
            if let bucket = TimeBucket(word: sum.name), let count = sum.counts[kind] { times[bucket] = count }
        }
        return times
    }
}
