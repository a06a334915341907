import ArgumentParser
import Operations
import StrictJSON
import VerificationCore

extension VerificationsCommand {
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List verifications of all apps, the newest first.",
            discussion: """
                The filters have no index. So the command searches 5,000 verifications at most, and then says \
                with which --before to continue. A request that no worker has seen is not listed: it waits in its queue.

                They are listed in the order of their ids. The id of a request with an idempotency key holds only its day: \
                it stands somewhere within that day. REQUESTED, --from and --until then take the time at which a worker \
                began with it.
                """)

        @OptionGroup var filter: VerificationFilterOptions
        @Option(help: "How many verifications at most, up to 1,000.")
        var limit = 50
        @Option(help: "Only verifications before this id, which the previous page names.", transform: verificationID)
        var before: VerificationID?
        @OptionGroup var numbers: NumberOptions
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            try PageOptions.check(limit)
        }

        func run() async throws {
            let filter = filter.filter
            let page = try await withStore(sources, role: "verifyd-verifications") { store in
                try await acting { person throws(OperatorError) in
                    try await store.records.list(
                        filter, before: before, limit: limit, numbers: numbers.view, for: person)
                }
            }
            output.print(
                json: .members([
                    "verifications": .array(page.records.map { $0.json(numbers) }),
                    "next": page.next.map { .string("\($0)") }, "isCutShort": .bool(page.isCutShort),
                ]),
                text: ([page.records.text(numbers)] + page.ending(filter)).joined(separator: "\n"))
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show a verification, or all that a phone, a trace or a gateway's message leads to.",
            discussion: "A search for a number leaves a line in the audit.")

        @Argument(
            help: """
                A verification's id, a number such as +14155550123, a trace's id, or a message's id at a gateway that \
                reports delivery.
                """)
        var name: String
        @Option(help: "How many verifications at most, up to 1,000.")
        var limit = 50
        @Option(
            help: "Of a number: only verifications before this id, the last of the page before.",
            transform: verificationID)
        var before: VerificationID?
        @OptionGroup var numbers: NumberOptions
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            try PageOptions.check(limit)
            guard before == nil || name.hasPrefix("+") else {
                throw ValidationError("--before goes with a number only")
            }
        }

        func run() async throws {
            let records = try await withStore(sources, role: "verifyd-verifications") { try await found(in: $0) }
            guard !records.isEmpty || name.hasPrefix("+") else {
                throw NotThereError("verification called \(name)")
            }
            output.print(
                json: .members(["verifications": .array(records.map { $0.json(numbers) })]),
                text: records.count == 1 ? records[0].text(numbers) : records.text(numbers))
        }

        private func found(in store: StorePorts) async throws -> [VerificationRecord] {
            let phone = name.hasPrefix("+") ? try recordedNumber(name, by: try await numberingPlan(sources)) : nil
            return try await acting { person throws(OperatorError) in
                if let id = VerificationID(name) {
                    return try await store.records.find(id, numbers: numbers.view, for: person).map { [$0] } ?? []
                }
                guard let phone else {
                    return try await store.records.verifications(
                        named: name, limit: limit, numbers: numbers.view, for: person)
                }
                return try await store.records.verifications(of: phone, before: before, limit: limit, for: person)
            }
        }
    }
}

extension VerificationPage {
    /// How the operator gets the next page; empty after the last page.
    fileprivate func ending(_ filter: VerificationFilter) -> [String] {
        guard let next else { return [] }
        let last =
            !isCutShort
            ? "there are more verifications"
            : filter.lookedBackTo(next).map { "searched back to \($0.rfc3339), older verifications may match too" }
                ?? "others of these days, whose ids hold no time, may match too"
        return ["\(last): continue with --before \(next)"]
    }
}
