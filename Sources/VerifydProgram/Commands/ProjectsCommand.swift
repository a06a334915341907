import AccountCore
import ArgumentParser
import Assembly
import Operations
import StrictJSON
import VerificationCore

struct ProjectsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "projects", abstract: "Give an app a project id, under which apps with Firebase's SDKs sign in.",
        discussion: """
            A project is an app with a project id. Its numbers, texts, limits and test numbers are the app's. SMS is a weak \
            proof of identity: numbers change hands, and anyone who holds a phone reads its SMS.
            """,
        subcommands: [Set.self, List.self, Remove.self, MakeServiceAccount.self, ServiceAccounts.self])

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Make a project, or change the project of that id.",
            discussion: "What is not said stays as it is, or has its default in a new project.")

        @Argument(help: "Project id: 6 to 30 lower-case letters, digits and dashes.")
        var id: String
        @Option(help: "The app's id, as `verifyd apps list` shows it; needed for a new project.")
        var app: String?
        @Option(help: "Hosts of pages that sign people in, by commas.")
        var domains: String?
        @Option(help: "Issuer of the tokens, an https URL; \"-\" for the issuer that Firebase's libraries expect.")
        var issuer: String?
        @Option(help: "How many seconds an ID token is valid: 300 to 86400.")
        var tokenLife: Int?
        @Option(
            help: """
                How many SMS to real numbers callers may have without a proof of the app, for example 200/day or \
                20/hour,200/day; 0 for none, which is the default. A client's key is public, so these are SMS for anybody.
                """)
        var unprovenSends: String?
        @Option(help: "How many days a session may go unused, for example 400d, which is the default.")
        var sessionIdle: String?
        @Option(help: "Whether each refresh gives a new refresh token: yes or no, which is the default.")
        var rotateRefreshTokens: String?
        @OptionGroup var proofs: ProofOptions
        @OptionGroup var identities: IdentityOptions
        @OptionGroup var factors: SecondFactorOptions
        @OptionGroup var trial: DryRunOptions
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let settings = try await Settings(sources)
            let project = try await withStore(sources) { store in
                let present = try await store.identity.projects.projects().first { $0.id.text == id }
                var project = try makeProject(present, keyRing: { try settings.value(of: CodeSettings.keys) })
                if let present, present.issuer != project.issuer {
                    project.formerIssuer = Project.FormerIssuer(
                        present.issuer, until: try await store.now() + present.tokenLife)
                }
                let wanted = project
                return try await acting { person throws(OperatorError) in
                    guard trial.isDry else {
                        return try await store.projectService.save(wanted, because: "", by: person)
                    }
                    try await store.projectService.preview(wanted, for: person)
                    return wanted
                }
            }
            let sentence =
                "project \(project.id) is app \(project.app), tokens of \(project.issuer), \(project.gateInWords); "
                + "providers: \(project.identities.words); second factors: \(project.secondFactorsInWords ?? "none")"
            output.print(
                json: trial.isDry ? DryRunOptions.json(["project": project.json]) : project.json,
                text: trial.isDry ? "would be: \(sentence)" : sentence)
        }

        private func makeProject(_ present: Project?, keyRing: () throws -> KeyRing) throws -> Project {
            guard let id = ProjectID(id) else {
                throw ValidationError("a project id is 6 to 30 lower-case letters, digits and dashes, a letter first")
            }
            guard let app = try app.map(appID) ?? present?.app else {
                throw ValidationError("say which app it is: --app shop")
            }
            guard present.map({ $0.app == app }) ?? true else {
                throw ValidationError("project \(id) is another app; remove it first")
            }
            var project = present ?? Project(id, app: app, number: 0)
            if let domains {
                let hosts = domains.split(separator: ",").map { $0.filter { $0 != " " }.lowercased() }
                guard hosts.allSatisfy(HostName.isHost) else {
                    throw ValidationError("--domains are host names without scheme and port, with commas between them")
                }
                project.authorizedDomains = hosts
            }
            if let issuer { project.ownIssuer = try Self.issuer(issuer) }
            if let tokenLife {
                guard (300...86_400).contains(tokenLife) else {
                    throw ValidationError("--token-life is a number of seconds from 300 to 86400")
                }
                project.tokenLife = .seconds(tokenLife)
            }
            try proofs.change(&project.proofs, of: id, keyRing: keyRing)
            try identities.change(&project.identities, of: id, keyRing: keyRing)
            try factors.change(&project)
            try setBounds(of: &project)
            return project
        }

        private func setBounds(of project: inout Project) throws {
            if let unprovenSends {
                guard let limits = RateLimit.list(inWords: unprovenSends) else {
                    throw ValidationError(
                        "--unproven-sends is 0, or counts such as 200/day and 20/hour with commas between")
                }
                project.unprovenSends = limits
            }
            if let sessionIdle {
                guard sessionIdle.hasSuffix("d"), let days = Int(sessionIdle.dropLast()), (1...3_650).contains(days)
                else { throw ValidationError("--session-idle is a number of days from 1d to 3650d") }
                project.sessionIdle = .seconds(days * 86_400)
            }
            if let rotateRefreshTokens {
                guard ["yes", "no"].contains(rotateRefreshTokens) else {
                    throw ValidationError("--rotate-refresh-tokens is yes or no")
                }
                project.rotatesRefreshTokens = rotateRefreshTokens == "yes"
            }
        }

        private static func issuer(_ text: String) throws -> String? {
            if text == "-" { return nil }
            guard text.hasPrefix("https://"), text.count <= 200, !text.contains(where: \.isWhitespace) else {
                throw ValidationError("--issuer is an https URL, or - for the usual issuer")
            }
            return text
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List all projects.")

        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let projects = try await withStore(sources) { try await $0.identity.projects.projects() }
            let rows = projects.map {
                [
                    $0.id.text, $0.app.name, "\($0.number)", $0.issuer, RateLimit.words($0.unprovenSends),
                    $0.proofs.words, $0.identities.words, $0.secondFactorsInWords ?? "none",
                    $0.authorizedDomains.joined(separator: ","),
                ]
            }
            let names = [
                "PROJECT", "APP", "NUMBER", "ISSUER", "UNPROVEN SENDS", "PROOFS", "PROVIDERS", "SECOND FACTORS",
                "DOMAINS",
            ]
            output.print(
                json: .array(projects.map(\.json)), text: projects.isEmpty ? "no projects" : table([names] + rows))
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Take a project from its app, with all accounts and sessions for good.")

        @Argument(help: "The project's id, as `verifyd projects list` shows it.")
        var id: String
        @OptionGroup var trial: DryRunOptions
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let project = try await withStore(sources) { store in
                try await acting { person throws(OperatorError) in
                    trial.isDry
                        ? try await store.projectService.previewRemoval(of: id, for: person)
                        : try await store.projectService.remove(id, because: "", by: person)
                }
            }
            output.print(
                json: trial.isDry
                    ? DryRunOptions.json(["project": project.json]) : .members(["removed": .string(project.id.text)]),
                text: trial.isDry
                    ? "would remove the project \(project.id) of \(project.app) with all its accounts"
                    : "project \(project.id) of \(project.app) is removed with its accounts")
        }
    }
}

extension Project {
    fileprivate var json: JSONValue {
        .members([
            "id": .string(id.text), "app": .string(app.name), "number": .string("\(number)"),
            "issuer": .string(issuer), "domains": .array(authorizedDomains.map(JSONValue.string)),
            "tokenLife": .integer(tokenLife.components.seconds), "unprovenSends": RateLimit.json(unprovenSends),
            "proofs": proofs.shown, "providers": .array(identities.providers.map { .object($0.shown) }),
            "secondFactors": secondFactorsShown, "sessionIdle": .integer(idleLife.components.seconds),
            "rotatesRefreshTokens": .bool(rotatesRefreshTokens),
        ])
    }
}
