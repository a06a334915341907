/// An event that verifyd sends to an app about one of its verifications.
///
/// It carries neither the code nor the phone number: the app knows its verification by the id and by its own metadata.
package struct AppEvent: Sendable, Hashable {
    package let app: AppID
    package let verification: VerificationID
    /// The id whose status and metadata these are: the request through which the right code came, for `approved`, and
    /// the verification's own id for every other event.
    package let request: VerificationID
    /// 1 for the first event of the verification; a later change has a greater number.
    package let sequence: Int
    package let kind: EventKind
    /// How the verification stood after the change.
    package let status: VerificationStatus
    package let reason: String?
    /// The ordinal of the message that changed; nil when the verification itself changed.
    package let message: Int?
    /// The language of the latest message; nil when no message was written.
    package let language: String?
    /// The app's own texts, as they came with the request.
    package let metadata: [String: String]
    /// When it happened, by the store's clock.
    package let at: Timestamp

    package init(
        app: AppID, verification: VerificationID, request: VerificationID? = nil, sequence: Int, kind: EventKind,
        status: VerificationStatus,
        reason: String? = nil, message: Int? = nil, language: String? = nil, metadata: [String: String] = [:],
        at: Timestamp
    ) {
        self.app = app
        self.verification = verification
        self.request = request ?? verification
        self.sequence = sequence
        self.kind = kind
        self.status = status
        self.reason = reason
        self.message = message
        self.language = language
        self.metadata = metadata
        self.at = at
    }

    /// The same each time a worker sends the event, so that a receiver recognises a repeat: the value of the header
    /// `webhook-id`.
    package var id: String { "evt_\(verification)_\(sequence)" }
}

/// Port: events that the store has written in the same transactions as the changes, on their way to the queue.
package protocol EventOutbox: Sendable {
    /// Hands at most `limit` events to `publish`, and forgets them when it returns; keeps them when it throws.
    ///
    /// Several workers may call it at the same time; each event is in a single worker's hands. When a worker dies after
    /// `publish` and before the store has forgotten the events, another worker hands them over once more.
    ///
    /// - Returns: how many events were handed over.
    func relay(
        atMost limit: Int, _ publish: @escaping @Sendable ([AppEvent]) async throws(QueueError) -> Void
    ) async throws(StoreError) -> Int

    /// Ends at most `limit` pending verifications whose code's life is over, and writes the events that say it.
    ///
    /// - Returns: how many plans to look were due.
    func tellExpired(atMost limit: Int) async throws(StoreError) -> Int

    /// How many events wait to be handed over.
    func waiting() async throws(StoreError) -> Int

    /// Looks at the `limit` oldest events; an event that a worker is handing over counts as well.
    func report(atMost limit: Int) async throws(StoreError) -> OutboxReport
}

/// What waits in the outbox, on its way to the queue.
package struct OutboxReport: Sendable, Hashable {
    /// How many events are looked at; see `isCapped`.
    package static let mostLookedAt = 10_000

    /// By the app that will get them; only among the events that were looked at.
    package let waiting: [AppID: Int]
    /// When the oldest event happened; nil when nothing waits.
    package let oldestAt: Timestamp?
    /// Whether more events wait than were looked at.
    package let isCapped: Bool

    package init(waiting: [AppID: Int], oldestAt: Timestamp?, isCapped: Bool) {
        (self.waiting, self.oldestAt, self.isCapped) = (waiting, oldestAt, isCapped)
    }

    /// How many events wait; at least so many when `isCapped`.
    package var count: Int { waiting.values.reduce(0, +) }
}
