import AccountCore
import Accounts
import ArgumentParser
import Assembly
import Operations
import StrictJSON
import VerificationCore

struct SigningKeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "signing-keys", abstract: "Change the keys that sign ID tokens.",
        discussion: """
            The first key is made when the first person signs in. A new key is published an hour before it signs, for all \
            who check tokens. Remove a key when none of its tokens is valid: after the next key has signed for as long as the \
            projects' tokens live (an hour, or --token-life), or for up to 14 days with session cookies.
            """,
        subcommands: [List.self, Rotate.self, Remove.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the keys, oldest first.")

        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let (keys, current) = try await withStore(sources) { store in
                let keys = try await store.identity.signingKeys.signingKeys()
                return (keys, keys.signing(at: try await store.now()))
            }
            output.print(
                json: .array(keys.map { $0.json(signs: $0 == current) }),
                text: keys.isEmpty
                    ? "no keys; the first is made at the first sign-in"
                    : table(
                        [["KEY", "SIGNS FROM", "SEALED BY", ""]]
                            + keys.map {
                                [$0.id, $0.activeFrom.rfc3339, $0.secret.keyName, $0 == current ? "signs" : ""]
                            }))
        }
    }

    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rotate", abstract: "Make a key that signs in an hour; the others stay published.")

        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let keyRing = try await Settings(sources).value(of: CodeSettings.keys)
            let key = try await withStore(sources) { store in
                let key = try SigningKeyMaker(keyRing: keyRing, randomBytes: Machine.randomBytes)
                    .makeNext(at: try await store.now())
                try await acting { person throws(OperatorError) in
                    try await store.signingKeyService.add(key, because: "", by: person)
                }
                return key
            }
            output.print(json: key.json(signs: false), text: "key \(key.id) signs from \(key.activeFrom.rfc3339)")
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Delete a key: tokens that it signed become invalid.")

        @Argument(help: "The key's name, as `verifyd signing-keys list` shows it.")
        var id: String
        @OptionGroup var trial: DryRunOptions
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            try await withStore(sources) { store in
                let now = try await store.now()
                try await acting { person throws(OperatorError) in
                    if trial.isDry {
                        return try await store.signingKeyService.previewRemoval(of: id, at: now, for: person)
                    }
                    try await store.signingKeyService.remove(id, at: now, because: "", by: person)
                }
            }
            output.print(
                json: trial.isDry
                    ? DryRunOptions.json(["key": .string(id)]) : .members(["removed": .string(id)]),
                text: trial.isDry ? "would remove the key \(id)" : "key \(id) is removed")
        }
    }
}

extension SigningKey {
    fileprivate func json(signs: Bool) -> JSONValue {
        .members([
            "id": .string(id), "activeFrom": .string(activeFrom.rfc3339), "sealedBy": .string(secret.keyName),
            "signs": .bool(signs),
        ])
    }
}
