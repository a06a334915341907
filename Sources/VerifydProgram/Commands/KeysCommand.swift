import ArgumentParser
import Assembly
import Operations
import StrictJSON
import VerificationCore

struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Make, list and revoke API keys.",
        subcommands: [Add.self, List.self, Revoke.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Make a key for an app; it is shown this once and stored only as a hash.")

        @Argument(help: "The app's id, as `verifyd apps list` shows it.")
        var app: String
        @Option(help: "What the key is for.")
        var label = ""
        @Option(
            help: """
                send: start, show, check, cancel. users: only to administrate accounts through the Firebase surface. \
                admin: both, and erasures, test numbers, lists and the project's configuration. client: only to sign in \
                through the Firebase surface; such a key is public.
                """)
        var scope = KeyScope.send
        @Option(
            name: .customLong("for"),
            help: """
                Who may use a key of scope client, for example \
                ios:com.example.shop,android:com.example.shop,web:*.shop.example.
                """)
        var bounds: String?
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            guard label.count <= 80, !label.contains(where: \.isNewline) else {
                throw ValidationError("--label must be one line of at most 80 characters")
            }
            guard bounds == nil || scope == .client else {
                throw ValidationError("--for binds keys of --scope client; other keys are secrets of backends")
            }
        }

        private func clientBounds() throws -> ClientBounds {
            guard let text = bounds else { return .none }
            guard let bounds = ClientBounds(text), !bounds.isNone else {
                throw ValidationError("--for takes ios:BUNDLE, android:PACKAGE and web:HOST, with commas between them")
            }
            return bounds
        }

        func run() async throws {
            let app = try appID(app)
            let (key, bounds) = (APIKey(random: Machine.randomBytes(32)), try clientBounds())
            try await withStore(sources) { store in
                try await acting { person throws(OperatorError) in
                    try await store.appService.add(
                        key.hash, to: app, scope: scope, bounds: bounds, label: label, because: "", by: person)
                }
            }
            output.print(
                json: .members([
                    "app": .string(app.name), "name": .string(key.hash.shortName), "scope": .string(scope.rawValue),
                    "key": .string(key.text),
                ]),
                text: key.text)
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List an app's keys by name.")

        @Argument(help: "The app's id, as `verifyd apps list` shows it.")
        var app: String
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let keys = try await withApp(app, sources: sources) { store, app in try await store.apps.keys(of: app.id) }
            let rows = keys.map {
                [
                    $0.shortName, $0.bounds.isEmpty ? $0.scope : "\($0.scope) \($0.bounds)", $0.createdAt.rfc3339,
                    $0.revokedAt?.rfc3339 ?? "-", $0.label,
                ]
            }
            output.print(
                json: .array(keys.map(\.json)),
                text: keys.isEmpty ? "no keys" : table([["NAME", "SCOPE", "MADE", "REVOKED", "LABEL"]] + rows))
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "revoke", abstract: "End a key at once.")

        @Argument(help: "The app's id, as `verifyd apps list` shows it.")
        var app: String
        @Argument(help: "The key's name as `verifyd keys list` shows it.")
        var name: String
        @OptionGroup var trial: DryRunOptions
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let app = try appID(app)
            if trial.isDry { return try await plan(for: app) }
            try await withStore(sources) { store in
                try await acting { person throws(OperatorError) in
                    try await store.appService.revoke(name, of: app, because: "", by: person)
                }
            }
            output.print(json: .members(["revoked": .string(name)]), text: "key \(name) of \(app) is revoked")
        }

        private func plan(for app: AppID) async throws {
            let key = try await withStore(sources) { store in
                try await acting { person throws(OperatorError) in
                    try await store.appService.previewRevocation(of: name, of: app, for: person)
                }
            }
            let label = key.label.isEmpty ? "" : ", \(key.label)"
            output.print(
                json: DryRunOptions.json(["key": key.json]),
                text: "would revoke the key \(name) of \(app), for \(key.scope) since \(key.createdAt.rfc3339)\(label)"
                    .printable)
        }
    }
}

func appID(_ text: String) throws -> AppID {
    guard let id = AppID(text) else { throw ValidationError("\(text) is not an app's id") }
    return id
}

extension KeyScope: ExpressibleByArgument {}

extension StoredKey {
    fileprivate var json: JSONValue {
        .members([
            "name": .string(shortName), "scope": .string(scope), "label": .string(label),
            "bounds": bounds.isEmpty ? nil : .string(bounds),
            "createdAt": .string(createdAt.rfc3339),
            "revokedAt": revokedAt.map { .string($0.rfc3339) },
        ])
    }
}
