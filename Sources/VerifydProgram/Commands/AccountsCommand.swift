import AccountCore
import ArgumentParser
import Assembly
import Operations
import PhoneNumbers
import StrictJSON
import VerificationCore

struct AccountsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts",
        abstract: "Show the account of a person, and remove a second factor that the person has lost.",
        discussion: """
            Everything else of accounts is for the app's backend: see the article on Firebase. Be sure who asks before you \
            remove a factor, because then the first factor alone opens the account.
            """,
        subcommands: [Show.self, RemoveFactor.self])

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show an account with its second factors; numbers are masked.",
            discussion: "A search by number or address leaves a line in the audit.")

        @OptionGroup var whose: AccountOptions
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let name = try await whose.name(sources)
            let account = try await withStore(sources, role: "verifyd-accounts") { store in
                let accounts = try await store.accountService()
                return try await acting { person throws(OperatorError) in
                    try await accounts.account(name, of: whose.project, for: person)
                }
            }
            output.print(json: account.shown, text: account.text)
        }
    }

    struct RemoveFactor: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove-factor", abstract: "Remove a second factor, and end all sessions of the account.",
            discussion: """
                The person signs in by the first factor alone, and can enroll another second factor. verifyd tells the \
                person nothing: do that yourself.
                """)

        @OptionGroup var whose: AccountOptions
        @Option(help: "The factor's id, as `verifyd accounts show` shows it.")
        var factor: String
        @OptionGroup var reason: ReasonOptions
        @OptionGroup var trial: DryRunOptions
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func validate() throws { try reason.demand(unless: trial) }

        func run() async throws {
            let name = try await whose.name(sources)
            let (account, removed) = try await withStore(sources, role: "verifyd-accounts") { store in
                let accounts = try await store.accountService()
                return try await acting { person throws(OperatorError) in
                    trial.isDry
                        ? try await accounts.previewRemoval(
                            ofFactor: factor, from: name, of: whose.project, for: person)
                        : try await accounts.remove(
                            factor: factor, from: name, of: whose.project, because: reason.words, by: person)
                }
            }
            let what = "second factor \(removed.row.joined(separator: ", "))".printable
            output.print(
                json: trial.isDry
                    ? DryRunOptions.json(["factor": removed.shown, "account": account.shown])
                    : .members(["removed": removed.shown, "account": account.shown]),
                text: trial.isDry
                    ? "would remove the \(what), and end all sessions"
                    : "removed the \(what), and ended all sessions\n\(account.text)")
        }
    }
}

/// Whose account a command is about.
struct AccountOptions: ParsableArguments {
    @Argument(help: "The project's id, as `verifyd projects list` shows it.")
    var project: String
    @Option(help: "The account's id, which apps know as uid.")
    var id: String?
    @Option(help: "The account's number in international form, such as +14155550123.")
    var phone: String?
    @Option(help: "The account's e-mail address.")
    var email: String?

    func validate() throws {
        guard [id, phone, email].count(where: { $0 != nil }) == 1 else {
            throw ValidationError("say whose account: one of --id, --phone and --email")
        }
    }

    func name(_ sources: SettingsOptions) async throws -> AccountLookup {
        if let phone { return .phone(try recordedNumber(phone, by: try await numberingPlan(sources))) }
        if let email {
            guard let address = EmailAddress(email) else { throw ValidationError("\(email) is no e-mail address") }
            return .email(address)
        }
        guard let id = LocalID(id ?? "") else { throw ValidationError("an id has 1 to 128 characters") }
        return .id(id)
    }
}

extension Account {
    /// Neither a number nor an address: who has searched by one knows it.
    fileprivate var shown: JSONValue {
        .members([
            "id": .string(id.text), "isDisabled": .bool(isDisabled), "createdAt": .string(createdAt.rfc3339),
            "lastSignInAt": lastSignInAt.map { .string($0.rfc3339) },
            "waysIn": .array(providers.map { .string($0.text) }), "isEmailVerified": .bool(isEmailVerified),
            "secondFactors": .array(factors.map(\.shown)),
        ])
    }

    fileprivate var text: String {
        let facts = [
            ["account", id.text], ["disabled", isDisabled ? "yes" : "no"], ["made", createdAt.rfc3339],
            ["last sign-in", lastSignInAt?.rfc3339 ?? "-"],
            ["ways in", providers.isEmpty ? "-" : providers.map(\.text).joined(separator: ", ")],
            ["e-mail verified", isEmailVerified ? "yes" : "no"],
        ]
        let heads = ["SECOND FACTOR", "KIND", "NUMBER", "NAME", "ENROLLED"]
        return table(facts) + "\n" + (factors.isEmpty ? "no second factors" : table([heads] + factors.map(\.row)))
    }
}

extension SecondFactor {
    fileprivate var row: [String] {
        [id, proven.provider.text, maskedPhone ?? "-", displayName ?? "-", enrolledAt.rfc3339]
    }

    fileprivate var shown: JSONValue {
        .members([
            "id": .string(id), "kind": .string(proven.provider.text), "number": maskedPhone.map { .string($0) },
            "displayName": displayName.map { .string($0) }, "enrolledAt": .string(enrolledAt.rfc3339),
        ])
    }

    private var maskedPhone: String? { phone.map { PlanParser().masked($0) } }
}
