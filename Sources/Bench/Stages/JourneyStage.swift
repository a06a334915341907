/// A step of a verification's way, which a load waits for; each counts from the time when the request was due.
package enum JourneyStage: String, Sendable, Hashable, CaseIterable {
    /// `POST /v1/verifications` is answered with 202.
    case start
    /// The gateway is called with the message, by the sandbox's clock.
    case gateway
    /// The provider's word that the message has arrived is recorded, by the database's clock.
    case receipt
    /// The event that says that the message was sent is received, with a right signature.
    case event
    /// The code is found right.
    case check

    /// Its place among all stages.
    var ordinal: Int {
        switch self {
        case .start: 0
        case .gateway: 1
        case .receipt: 2
        case .event: 3
        case .check: 4
        }
    }

    /// What happens in it, for people.
    package var words: String {
        switch self {
        case .start: "start answered"
        case .gateway: "gateway called"
        case .receipt: "receipt recorded"
        case .event: "event received"
        case .check: "code approved"
        }
    }
}
