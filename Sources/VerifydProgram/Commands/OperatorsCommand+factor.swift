import ArgumentParser
import Operations
import StrictJSON
import VerificationCore

extension OperatorsCommand {
    struct ResetFactor: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reset-factor",
            abstract:
                "Remove the authenticator app and the security keys that a person has lost; the password alone signs in then.",
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
            let factors = try await withAccounts(sources) { accounts, caller throws(OperatorError) in
                let factors = try await accounts.previewReset(of: name, for: caller)
                if !trial.isDry { try await accounts.resetFactor(of: name, because: reason.words, by: caller) }
                return factors
            }
            let since = factors.app?.enrolledAt.rfc3339
            let (who, enrolled) = (JSONValue.string(name.text), since.map(JSONValue.string) ?? .null)
            let keys = JSONValue.array(factors.keys.map { .string($0.label) })
            let words = [since.map { "app of \($0)" }, factors.keyWords].compactMap(\.self).joined(separator: " and ")
            output.print(
                json: trial.isDry
                    ? DryRunOptions.json(["operator": who, "enrolledAt": enrolled, "keys": keys])
                    : .members(["removed": who, "enrolledAt": enrolled, "keys": keys]),
                text: trial.isDry
                    ? "would remove the second factor of \(name): \(words)"
                    : "\(name) signs in by the password alone")
        }
    }
}

extension OperatorAccounts.Factors {
    /// For example `app, 2 keys`; `none` for a person who proves the password alone.
    var words: String {
        let words = [app.map { _ in "app" }, keyWords].compactMap(\.self)
        return words.isEmpty ? "none" : words.joined(separator: ", ")
    }

    fileprivate var keyWords: String? {
        keys.isEmpty ? nil : keys.count == 1 ? "1 key" : "\(keys.count) keys"
    }
}
