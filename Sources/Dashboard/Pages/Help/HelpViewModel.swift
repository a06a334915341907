import HTTPService
import Operations
import StrictJSON
import VerificationCore

/// What the page of the help says.
enum HelpViewModel {
    static var data: JSONValue {
        [
            "keys": .array(keys.map { ["keys": .string($0), "does": .string($1)] }),
            "rules": .array(
                Rule.allCases.map { rule in
                    [
                        "rule": .string(rule.rawValue), "holds": .string(rule.condition),
                        "advice": .string(rule.advice),
                    ]
                }), "groups": .array(groups),
            "roles": .array(OperatorRole.allCases.map(role)),
        ]
    }

    private static var keys: [(String, String)] {
        Menu.entries.compactMap { entry in entry.key.map { ("g \($0)", "goes to \(entry.name)") } } + [
            ("/", "goes to the search"), ("p", "pauses the updates of the page, and resumes them"),
            ("t", "changes between light and dark"), ("?", "shows this page"),
            ("Esc", "leaves a field or a table, so that updates resume"),
        ]
    }

    /// Groups of terms that pages use, each term with its meaning.
    private static var groups: [JSONValue] {
        func group(_ name: String, of words: [(String, String)]) -> JSONValue {
            [
                "name": .string(name),
                "words": .array(words.map { ["word": .string($0), "meaning": .string($1)] }),
            ]
        }
        return [
            group("Words on the pages", of: HelpTerms.all),
            group("The verdict is", of: Judgement.Level.allCases.map { ($0.rawValue, $0.meaning) } + [unknown, off]),
            group("A verification is", of: VerificationStatus.allCases.map { ($0.rawValue, $0.meaning) }),
            group("A message is", of: MessageStatus.allCases.map { ($0.rawValue, $0.meaning) }),
            group("A gateway is", of: GatewayState.allCases.map { ($0.rawValue, $0.meaning) }),
            group("A circuit is open because", of: BreakerReason.allCases.map { ($0.words, $0.meaning) }),
            group("A worker is", of: WorkerActivity.allCases.map { ($0.rawValue, $0.meaning) } + [unresponsive]),
            group("A call of a gateway is", of: CallReport.Outcome.allCases.map { ($0.rawValue, $0.meaning) }),
            group("A failure is", of: failures.map { ($0.failureWords, $0.failureMeaning) }),
            group("A request is refused for", of: RefusalReason.allCases.map { ($0.rawValue, $0.meaning) }),
            group("A limit counts", of: LimitReached.Limit.allCases.map { ($0.rawValue, $0.meaning) }),
            group("An operator's rule is", of: rules),
            group("The reason of a dead letter is", of: (DeathReason.told + [.unknown]).map { ($0.word, $0.meaning) }),
            group("A test number's scenario is", of: TestNumber.Scenario.allCases.map { ($0.rawValue, $0.meaning) }),
            group("An action that no page performs is", of: commands),
            group("An action in the audit is", of: AuditEntry.Result.allCases.map { ($0.rawValue, $0.meaning) }),
        ]
    }

    /// What pages list as failures, in the order in which they may happen.
    private static let failures = TallyKind.allCases.filter(FailureQueries.kinds.contains)

    private static let rules = BlockRule.Action.allCases.flatMap { action in
        BlockTarget.Kind.allCases.map { kind in ("\(action.words), \(kind.rawValue)", action.meaning(for: kind)) }
    }

    private static let commands = OperatorAction.allCases.filter(\.isByCommandOnly).map { ($0.words, $0.meaning) }

    private static let unknown = (
        "UNKNOWN", "The dashboard cannot look at a part now; nothing else is known to be wrong with it, or in all."
    )

    private static let off = (OverviewViewModel.off, "An operator switched this part off, and people still get codes.")

    private static let unresponsive = (
        "unresponsive", "It had no heartbeat for 5 seconds: killed, frozen, or cut off from the database."
    )

    /// What a role may do beyond the roles before it.
    private static func role(_ role: OperatorRole) -> JSONValue {
        [
            "role": .string(role.rawValue), "purpose": .string(role.purpose),
            "actions": .array(
                OperatorAction.allCases.filter { $0.leastRole == role && !$0.isByCommandOnly }.map { action in
                    ["action": .string(action.words), "meaning": .string(action.meaning)]
                }),
        ]
    }
}

extension OperatorAction {
    /// The action's name for people, for example `pause queue`.
    var words: String { rawValue.split(separator: "-").joined(separator: " ") }

    /// What it does, for people who have not done it yet.
    var meaning: String {
        switch self {
        case .signIn: "Begins a session; a wrong password is in the audit too."
        case .signOut: "Ends the session."
        case .changeOwnAccess: "Changes one's own password or second factor, or ends one's own sessions."
        case .look: "Shows pages, with phone numbers masked."
        case .unmask: "Shows a whole phone number, searches for a number, or shows what it has used of limits."
        case .cancelVerification: "Ends a verification: its code becomes invalid."
        case .eraseVerifications: "Deletes what is on record of a phone; there is a command for it only."
        case .resetLimit: "Resets what has been used of a limit; the limit itself stays."
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
        case .changeAccount:
            "Makes, changes, imports or deletes accounts, as backends do with a key, or removes a lost second factor."
        case .sendTest: "Sends a real message through a gateway, to try it; there is a command for it only."
        case .changeBlock: "Blocks or always allows a number, a prefix or a network, or ends that."
        case .acknowledge:
            "Says that a finding of the verdict is known, for a time, so that it colours no page; or takes that back."
        }
    }
}

/// Keys, terms, rules and roles; it needs neither broker nor database.
struct HelpPage: Sendable {
    let server: PageServer

    var routes: [Route] { server.routes(page) }

    private var page: Page {
        Page(path: "/help", menu: "/help", template: .help, isLive: false, reach: .none) { _ in
            Page.Model(title: "Help", data: HelpViewModel.data)
        }
    }
}
