import ArgumentParser

extension OperatorsCommand {
    struct Off: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "off",
            abstract: "Keep a person out who comes in by single sign-on, whatever the provider says.",
            discussion: "The person's sessions end within two seconds. A person with a password is removed instead.")

        @OptionGroup var change: SignOnSwitch

        func validate() throws { try change.reason.demand(unless: change.trial) }

        func run() async throws { try await change.run(off: true) }
    }

    struct On: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "on", abstract: "Let a person in again whom `off` keeps out.")

        @OptionGroup var change: SignOnSwitch

        func validate() throws { try change.reason.demand(unless: change.trial) }

        func run() async throws { try await change.run(off: false) }
    }
}
