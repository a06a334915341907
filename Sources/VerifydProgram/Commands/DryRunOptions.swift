import ArgumentParser
import StrictJSON

/// Whether a command only says what it would do.
struct DryRunOptions: ParsableArguments {
    @Flag(name: .customLong("dry-run"), help: "Only say what would be done, and do nothing.")
    var isDry = false

    /// A member `dryRun` before the others, so that a program cannot take a plan for a deed.
    static func json(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        let planned = members.compactMap { key, value in value.map { JSONObject.Member(key: key, value: $0) } }
        return .object(JSONObject([.init(key: "dryRun", value: true)] + planned))
    }
}
