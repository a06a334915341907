import ArgumentParser
import Operations
import StrictJSON
import VerificationCore

/// What both switches of a person of the single sign-on take.
struct SignOnSwitch: ParsableArguments {
    @Argument(help: "The name as `verifyd operators list` shows it.")
    var name: String
    @OptionGroup var reason: ReasonOptions
    @OptionGroup var trial: DryRunOptions
    @OptionGroup var sources: SettingsOptions
    @OptionGroup var output: OutputOptions

    func run(off isOff: Bool) async throws {
        let name = try operatorName(name)
        let standing = try await withAccounts(sources) { accounts, caller throws(OperatorError) in
            let standing = try await accounts.previewSwitch(of: name, for: caller)
            if !trial.isDry {
                try await accounts.switchIdentity(of: name, off: isOff, because: reason.words, by: caller)
            }
            return standing
        }
        let state = isOff ? "off" : "on"
        let (who, sessions) = (JSONValue.string(name.text), JSONValue.integer(Int64(standing.sessions)))
        output.print(
            json: trial.isDry
                ? DryRunOptions.json(["operator": who, "state": .string(state), "sessions": sessions])
                : .members(["operator": who, "state": .string(state)]),
            text: trial.isDry
                ? "would switch \(name) \(state), who has \(standing.sessions) open sessions" : "\(name) is \(state)")
    }
}
