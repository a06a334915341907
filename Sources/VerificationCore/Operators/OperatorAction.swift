/// What an operator can do; the audit names it by its raw value, which never changes.
package enum OperatorAction: String, Sendable, CaseIterable {
    case signIn = "sign-in"
    case signOut = "sign-out"
    /// To change one's own password or second factor, or to end one's own sessions.
    case changeOwnAccess = "change-own-access"
    case look
    /// To see a whole phone number, or to search for one.
    case unmask
    case cancelVerification = "cancel-verification"
    /// To forget what is on record of a phone.
    case eraseVerifications = "erase-verifications"
    case resetLimit = "reset-limit"
    case pauseQueue = "pause-queue"
    case resumeQueue = "resume-queue"
    case replayDeadLetters = "replay-dead-letters"
    case purgeDeadLetters = "purge-dead-letters"
    case switchGateway = "switch-gateway"
    case changeOperator = "change-operator"
    /// To add, change or remove a test number of an app.
    case changeTestNumber = "change-test-number"
    /// To block or always allow a number, a prefix or a network, or to end that.
    case changeBlock = "change-block"
    /// To make or change an app, its texts, or its endpoint for events.
    case changeApp = "change-app"
    /// To make or revoke a key of an app.
    case changeKey = "change-key"
    /// To make, change, import or delete accounts of a project, as a backend does with its key, or to remove a second factor
    /// that its owner has lost.
    case changeAccount = "change-account"
    /// To say that a finding of the verdict is known, or to take that back.
    case acknowledge = "acknowledge-finding"
    /// To end what a database from a backup cannot know about.
    case restore
    /// To send a real message through a gateway, past limits and rules, to try the gateway.
    case sendTest = "send-test"

    /// The least role that may do it.
    package var leastRole: OperatorRole {
        switch self {
        case .signIn, .signOut, .changeOwnAccess, .look: .viewer
        case .unmask, .cancelVerification, .resetLimit: .support
        case .pauseQueue, .resumeQueue, .replayDeadLetters, .switchGateway, .changeTestNumber, .changeBlock,
            .acknowledge, .sendTest:
            .operator
        case .purgeDeadLetters, .eraseVerifications, .changeOperator, .changeApp, .changeKey,
            .changeAccount, .restore:
            .admin
        }
    }

    /// Whether there is no page for it, but a command, or a call of a backend.
    package var isByCommandOnly: Bool {
        switch self {
        case .cancelVerification, .eraseVerifications, .changeOperator, .changeApp, .changeKey, .changeAccount,
            .restore, .sendTest:
            true
        case .signIn, .signOut, .changeOwnAccess, .look, .unmask, .resetLimit, .pauseQueue, .resumeQueue,
            .replayDeadLetters, .purgeDeadLetters, .switchGateway, .changeTestNumber, .changeBlock, .acknowledge:
            false
        }
    }

    /// Whether it may change how the installation works.
    package var isChange: Bool {
        switch self {
        case .signIn, .signOut, .changeOwnAccess, .look, .unmask, .sendTest: false
        case .cancelVerification, .resetLimit, .pauseQueue, .resumeQueue, .replayDeadLetters, .purgeDeadLetters,
            .switchGateway, .eraseVerifications, .changeOperator, .changeTestNumber, .changeBlock, .changeApp,
            .changeKey, .changeAccount, .acknowledge, .restore:
            true
        }
    }
}
