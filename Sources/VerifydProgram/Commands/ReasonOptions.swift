import ArgumentParser

/// Why somebody does what a command does: the audit keeps it, and other operators read it.
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

    /// For a deed whose reason other operators see for as long as it stands; who only tries it needs no reason.
    func demand(unless trial: DryRunOptions) throws {
        guard reason != nil || trial.isDry else {
            throw ValidationError("say why with --reason, in a line of at most 200 characters: other operators read it")
        }
    }
}
