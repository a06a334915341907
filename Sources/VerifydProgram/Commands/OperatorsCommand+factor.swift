import ArgumentParser
import Operations
import StrictJSON
import VerificationCore

extension OperatorsCommand {
    struct ResetFactor: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reset-factor",
            abstract: "Remove the authenticator app that a person has lost; the password alone signs in then.",
            discussion: "The person's sessions go on. Be sure who asks: whoever knows the password can sign in.")

        @Argument(help: "The name as `verifyd operators list` shows it.")
        var name: String
        @OptionGroup var reason: ReasonOptions
        @OptionGroup var trial: DryRunOptions
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func validate() throws { try reason.demand(unless: trial) }

        func run() async throws {
            let name = try operatorName(name)
            let factor = try await withAccounts(sources) { accounts, caller throws(OperatorError) in
                let factor = try await accounts.previewReset(of: name, for: caller)
                if !trial.isDry { try await accounts.resetFactor(of: name, because: reason.words, by: caller) }
                return factor
            }
            let since = factor.enrolledAt.rfc3339
            let (who, enrolled) = (JSONValue.string(name.text), JSONValue.string(since))
            output.print(
                json: trial.isDry
                    ? DryRunOptions.json(["operator": who, "enrolledAt": enrolled])
                    : .members(["removed": who, "enrolledAt": enrolled]),
                text: trial.isDry
                    ? "would remove the second factor of \(name), of \(since)"
                    : "\(name) signs in by the password alone")
        }
    }
}
