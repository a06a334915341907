import ArgumentParser

/// Which part of a long list a command shows.
struct PageOptions: ParsableArguments {
    @Option(help: "How many lines at most, up to 1,000.")
    var limit = 100
    @Option(help: "Only what is older: the last number or id of the page before.")
    var before: Int64?

    func validate() throws { try Self.check(limit) }

    static func check(_ limit: Int) throws {
        guard (1...1_000).contains(limit) else { throw ValidationError("--limit must be between 1 and 1000") }
    }
}
