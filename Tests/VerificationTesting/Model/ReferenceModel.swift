import VerificationCore

/// Section 5 of the design in plain lists: what each command may be answered, and what it changes.
///
/// It is written without the rule book and without its slots. Events of limits are a list of moments, and a limit counts
/// those that lie in its window. A message is an entry of its verification, and how many SMS a verification has had is
/// how many entries did not fail. Where the design leaves a choice, the model takes the store's answer and goes on from
/// there. There is one such choice: a share of a limit may come back late by a sixtieth of the window.
///
/// Two differences between the design and the rule book are known, and the model tolerates them; `ModelTests` has their
/// sequences:
/// - A send that did not happen is taken back by the rules of the try that failed. After a change of the windows' lengths
///   between two tries, its own share may stay, and another event's share may go instead. So a limit can be exceeded by
///   one; see `takeBack`.
/// - A verification that has ended by its time is `expired`, and is `failed` after its only message turns out not to have
///   left. An app with an endpoint does not see this, because `expired` is written with its event.
package struct ReferenceModel: Sendable {
    /// What the worker lets a message wait for before another worker may take it.
    static let lease = Duration.seconds(15)
    private static let keyLife = Duration.seconds(86_400)

    package internal(set) var now: Timestamp
    package internal(set) var rules = ModelRules()
    var events: [ModelEvent] = []
    /// Verifications by the number of their first request.
    var sessions: [Int: ModelSession] = [:]
    var requests: [Int: ModelRequest] = [:]
    /// Each phone's last verification, unless it has ended other than by its time.
    var current: [Int: Int] = [:]
    var requestKeys: [Int: RequestKey] = [:]
    var checkKeys: [Int: CheckKey] = [:]
    var receipts: [CallName: MessageStatus] = [:]
    package private(set) var reached: [ModelState: Int] = [:]

    package init(now: Timestamp) {
        self.now = now
    }

    mutating func reach(_ state: ModelState) { reached[state, default: 0] += 1 }

    /// The verification that a new request for the phone may join.
    func alive(_ phone: Int) -> ModelSession? {
        current[phone].flatMap { sessions[$0] }.flatMap { $0.expiresAt > now ? $0 : nil }
    }

    func isKept(_ moment: Timestamp) -> Bool { now - moment < Self.keyLife }
}

/// A request as its caller made it, and where it led.
struct ModelRequest: Sendable {
    let number: Int
    let phone: Int
    let address: Int
    let key: Int?
    let deadline: Timestamp
    /// The verification that it leads to; nil while no claim has been decided, and where its key is another request's.
    var session: Int?
    var ordinal: Int?
    var outcome = NewRequest.Outcome.send

    var network: Int? { ModelPlaces.networks[address] }
}

/// A verification with everything that was sent for it.
struct ModelSession: Sendable {
    let number: Int
    let phone: Int
    /// The network that asked for it first.
    let network: Int?
    let createdAt: Timestamp
    let lastEnd: Timestamp
    let maxSends: Int
    let maxChecks: Int
    var status = VerificationStatus.pending
    var expiresAt: Timestamp
    var messages: [ModelMessage] = []
    var wrongCodes = 0
    /// Until when a request joins without an SMS; nil after a send that did not happen.
    var quietUntil: Timestamp?
    var newest: Int
    var approvedBy: Int?

    var sends: Int { messages.count { $0.status != .failed } }

    func status(at now: Timestamp) -> VerificationStatus { status == .pending && expiresAt <= now ? .expired : status }
}

/// One SMS of a verification.
struct ModelMessage: Sendable {
    let request: Int
    var status = MessageStatus.sending
    /// Until when no other worker may take it: a lease, or the time to the next try.
    var until: Timestamp
    var isLeased = true
    var hasEnded = false
    var calls = 1
    var tries = 1
    var token: Int
    var mayBeDuplicate = false
    /// The call that the provider has accepted.
    var acceptedCall: CallName?
}

/// A call of the gateway: the request, and how many claims of its message there had been.
struct CallName: Sendable, Hashable {
    let request: Int
    let call: Int
}

/// What is kept under the idempotency key of a request.
struct RequestKey: Sendable {
    let phone: Int
    let address: Int
    let session: Int
    let at: Timestamp
}

/// What is kept under the idempotency key of a check.
struct CheckKey: Sendable {
    let session: Int
    let text: String
    /// How many tries a wrong code left; nil for the right code.
    let left: Int?
    let at: Timestamp
}

/// An answer that the model does not allow.
package struct Disagreement: Error, CustomStringConvertible {
    package let description: String
}

/// The phones and addresses of the sequences.
package enum ModelPlaces {
    static let phones = [1: "+491510001", 2: "+491510002", 3: "+441510003"]
    static let countries = [1: "DE", 2: "DE", 3: "GB"]
    static let addresses = [1: "192.0.2.1", 2: "2001:db8::1", 3: "2001:db8::2"]
    /// The last two addresses are within one /64.
    static let networks = [1: 1, 2: 2, 3: 2]
}
