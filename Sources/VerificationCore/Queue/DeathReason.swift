/// Why a message is among the dead letters: a worker's reason, or the broker's own.
package enum DeathReason: Sendable, Hashable {
    case worker(DeadLetter.Reason)
    case broker(Broker)
    /// The message says nothing that we know.
    case unknown

    /// The reasons for which the broker puts messages aside by itself.
    package enum Broker: String, Sendable, CaseIterable {
        /// It came back more than 20 times, and at least half of these times a worker died; see `MessageReturns`.
        case deliveryLimit = "delivery-limit"
        case expired
        case rejected
        /// The queue was full; only a queue that an operator has declared otherwise drops for this.
        case overflow = "maxlen"
    }

    /// Every reason that a dead letter can carry; a replay can choose one of them.
    package static let told: [DeathReason] =
        DeadLetter.Reason.allCases.map(DeathReason.worker) + Broker.allCases.map(DeathReason.broker)

    /// The reason that a dead letter carries as this text; nil for any other text.
    package init?(word: String) {
        guard let reason = Self.told.first(where: { $0.word == word }) else { return nil }
        self = reason
    }

    /// As headers, commands and answers call it, for example `out-of-tries`.
    package var word: String {
        switch self {
        case .worker(let reason): reason.rawValue
        case .broker(let reason): reason.rawValue
        case .unknown: "unknown"
        }
    }
}
