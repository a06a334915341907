import ArgumentParser
import StrictJSON

/// Whether a command only says what it would do.
struct DryRunOptions: ParsableArguments {
    @Flag(name: .customLong("dry-run"), help: "Only say what would be done, and do nothing.")
    var isDry = false

    /// A member `dryRun` before the others, so that a program cannot take a plan for an action.
    static func json(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        let planned = members.compactMap { key, value in value.map { JSONObject.Member(key: key, value: $0) } }
        return .object(JSONObject([.init(key: "dryRun", value: true)] + planned))
    }
}

/// Why the operator runs a command: the audit keeps it, and other operators read it.
struct ReasonOptions: ParsableArguments {
    @Option(help: "Why, in a line of at most 200 characters: other operators read it.")
    var reason: String?

    /// Empty without a reason, as the audit keeps it.
    var words: String { reason ?? "" }

    func validate() throws {
        guard let reason else { return }
        let isBlank = !reason.contains { !$0.isWhitespace }
        guard !isBlank, reason.count <= 200, !reason.contains(where: \.isNewline) else {
            throw ValidationError("--reason must be one line of at most 200 characters, and not empty")
        }
    }

    /// For an action whose reason other operators see for as long as it stands; who only tries it needs no reason.
    func demand(unless trial: DryRunOptions) throws {
        guard reason != nil || trial.isDry else {
            throw ValidationError("say why with --reason, in a line of at most 200 characters: other operators read it")
        }
    }
}
