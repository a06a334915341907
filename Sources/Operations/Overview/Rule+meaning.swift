/// What a rule that holds means for people who wait for a code.
extension Rule {
    /// In one or two sentences, for an operator who has just woken up.
    package var meaning: String {
        switch self {
        case .databaseAway:
            "No code is sent, and no code can be checked. Requests that were accepted wait on their queue until they expire."
        case .brokerAway, .brokerBlocked:
            "No new verification starts: the API answers 503, and people who ask for a code get none. Codes that were sent can "
                + "still be typed."
        case .noAPI:
            "People can neither ask for a code nor have one checked. Requests that are on the queue are still sent."
        case .notQueued:
            "Some people who ask for a code get none: the API answers their call with 503, and the app has to call again."
        case .requestsPaused:
            "No person gets a code while the queue is paused. Requests wait, and those that expire meanwhile are dropped."
        case .workersHeld:
            "Workers that are held up send nothing. If all are, no person gets a code, and requests wait on the queue."
        case .noWorkers:
            "No person gets a code. Requests wait on the queue until a worker takes them, or until they expire."
        case .workerSilent:
            "Some people wait: the unresponsive worker may hold their requests until the broker gives them to another."
        case .noGateways:
            "No code is sent for the routes that are named. Their requests are retried, and expire if no gateway comes back."
        case .gatewayAway:
            "People still get their codes, through the other gateways. These carry more, and one fault more may stop a route."
        case .gatewayFails:
            "Some people get their code late or not at all. If it is DEGRADED, other gateways take the messages of all its routes."
        case .putOff:
            "Some people wait for their code: gateways take their messages only at a later try, or never."
        case .backlogGrows:
            "People wait longer and longer, because requests arrive as fast as they are processed, or faster."
        case .codesLate:
            "People wait so long that they ask again or give up. Asking again sends nothing twice."
        case .limitsHold:
            "Many people are refused a code. In an attack that is right; otherwise a rule is too wide or a limit too low."
        case .callsFall:
            "Far fewer people ask for a code than usual. Perhaps they want one, and their calls do not reach the API."
        case .deliversLittle:
            "A gateway says that it sent the codes, and people may not get them. Or they do, and only the receipts are missing."
        case .notDelivered:
            "Providers report that many codes did not arrive, perhaps only in one country."
        case .approvedFalls:
            "Far fewer people type their code than usual, in all or in one country, though every part may look healthy."
        case .deadLetters:
            "Each dead letter is a request, a receipt or an event that was not processed. For a request a person got no code."
        case .eventsPaused:
            "People get and type their codes as usual. Apps get no webhooks, or receipts are not recorded, until the resume."
        case .eventsFail:
            "People get and type their codes as usual. The app learns of it late, or only when it asks."
        }
    }
}
