import VerificationCore

extension OperatorDeed {
    /// The deed in words, for example `pause queue`.
    var words: String { rawValue.split(separator: "-").joined(separator: " ") }

    /// What it does, for people who have not done it yet.
    var meaning: String {
        switch self {
        case .signIn: "Begins a session; a wrong password is in the audit too."
        case .signOut: "Ends the session."
        case .look: "Shows pages, with phone numbers masked."
        case .unmask: "Shows a whole phone number, searches for a number, or shows what it has used of limits."
        case .cancelVerification: "Ends a verification, so that its code is good no more."
        case .eraseVerifications: "Forgets what is on record of a phone; there is a command for it only."
        case .liftLimit: "Forgets what has been used of a limit; the limit itself stays."
        case .pauseQueue: "Workers take nothing more from a queue; what is on it stays there and waits."
        case .resumeQueue: "Workers take from the queue again."
        case .replayDeadLetters:
            "Puts dead letters back on the queues from which they came; a request that comes too late sends nothing."
        case .purgeDeadLetters: "Deletes all dead letters for ever."
        case .switchGateway: "Switches a gateway off or on, or changes its weight."
        case .changeOperator: "Adds or removes a person, or changes a password or a role."
        case .changeTestNumber: "Adds, changes or removes a number with a fixed code."
        case .changeApp: "Adds or changes an app, or its texts or its events; there is a command for it only."
        case .changeKey: "Makes or revokes an API key; there is a command for it only."
        case .restore: "Ends what a database from a backup cannot know about, so that nothing is sent twice."
        case .changeAccount: "Makes, changes, imports or deletes accounts; backends do it with a key."
        case .changeBlock: "Blocks or always allows a number, a prefix or a network, or ends that."
        }
    }
}
