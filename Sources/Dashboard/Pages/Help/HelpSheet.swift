import Operations
import StrictJSON
import VerificationCore

/// What the page of the help says.
enum HelpSheet {
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
            ("/", "goes to the search"), ("p", "stops the page from being renewed, and lets it go on"),
            ("t", "changes between light and dark"), ("?", "shows this page"),
        ]
    }

    /// Groups of words that pages use, each word with its meaning.
    private static var groups: [JSONValue] {
        func group(_ name: String, _ words: [(String, String)]) -> JSONValue {
            [
                "name": .string(name),
                "words": .array(words.map { ["word": .string($0), "meaning": .string($1)] }),
            ]
        }
        return [
            group("A verification is", VerificationStatus.allCases.map { ($0.rawValue, $0.meaning) }),
            group("A message is", MessageStatus.allCases.map { ($0.rawValue, $0.meaning) }),
            group("A gateway", GatewayState.allCases.map { ($0.rawValue, $0.meaning) }),
            group("A worker is", WorkerActivity.allCases.map { ($0.rawValue, $0.meaning) } + [silent]),
            group("A deed in the audit is", AuditEntry.Result.allCases.map { ($0.rawValue, $0.meaning) }),
        ]
    }

    private static let silent = (
        "silent", "Nothing was heard of it for 5 seconds: killed, frozen, or away from the database."
    )

    /// What a role may do beyond the roles before it.
    private static func role(_ role: OperatorRole) -> JSONValue {
        [
            "role": .string(role.rawValue), "purpose": .string(role.purpose),
            "deeds": .array(
                OperatorDeed.allCases.filter { $0.leastRole == role }.map { deed in
                    .string(deed.rawValue.split(separator: "-").joined(separator: " "))
                }),
        ]
    }
}
