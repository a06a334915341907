import VerificationCore

// What the terms on pages mean, for people who see them for the first time.

extension VerificationStatus {
    var meaning: String {
        switch self {
        case .queued: "The request is on the queue, and no worker has taken it yet."
        case .pending: "A message is being sent, or was sent; the code was not typed yet."
        case .approved: "The person typed the right code."
        case .approvedElsewhere:
            "The API's word by the id of a request whose verification was approved by the code of another request."
        case .canceled: "The app or an operator ended it, or a new verification of the same number took its place."
        case .expired: "The code's life is over, or the request came too late."
        case .failed: "No message could be sent; the timeline says why."
        case .maxAttemptsReached: "Too many wrong codes were typed."
        case .refused: "It was rate-limited, or rejected by policy."
        }
    }
}

extension MessageStatus {
    var meaning: String {
        switch self {
        case .sending: "A worker is sending it, or it waits for its next retry."
        case .accepted: "A gateway took it. That does not mean that it is on the phone: a receipt may say so later."
        case .delivered: "The provider says that it is on the phone."
        case .undelivered: "The provider says that it will not arrive; the code stays good."
        case .failed: "It has definitely not left, and never will."
        case .unknown: "Nobody can know whether it left; it is not sent again by itself, so that nobody pays twice."
        }
    }
}

extension GatewayState {
    var meaning: String {
        switch self {
        case .healthy: "It accepts messages, as far as its circuit breaker knows."
        case .circuitOpen: "Its circuit breaker is open because calls failed: messages go to other gateways, or wait."
        case .probing: "Single messages try whether it works again."
        case .off: "An operator has switched it off."
        }
    }
}

extension WorkerActivity {
    var meaning: String {
        switch self {
        case .consuming: "It takes requests."
        case .paused: "An operator has paused the queue of requests, and it takes no more."
        case .heldUp: "The database is away or does not fit the program; requests wait in the worker."
        case .stopping: "It ends: it takes nothing more, and finishes what it has in flight."
        }
    }
}

extension AuditEntry.Result {
    var meaning: String {
        switch self {
        case .done: "It was done."
        case .forbidden: "The person's role did not allow it, and nothing was done."
        case .failed: "It was tried, and the database or the broker gave no answer; part of it may be done."
        }
    }
}

extension OperatorRole {
    var purpose: String {
        switch self {
        case .viewer: "Looks at everything, with phone numbers masked."
        case .support: "Helps a person: searches by number, sees whole numbers, resets a limit."
        case .operator: "Keeps the installation going."
        case .admin: "Does what cannot be undone."
        }
    }
}
