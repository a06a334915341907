import ArgumentParser
import PhoneNumbers
import StrictJSON
import VerificationCore

struct VerificationsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verifications", abstract: "Forget what is on record of a phone.", subcommands: [Erase.self])

    struct Erase: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "erase", abstract: "Forget a phone's verifications, requests and messages, at once.",
            discussion: """
                What the phone has used of its limits stays until it would be over anyway, at most the longest window. \
                Requests that wait in a queue are not touched: `verifyd queues list` shows them, `verifyd queues purge dead` \
                empties the queue of those that were put aside.
                """)

        @Argument(help: "The number in international form, such as +14155550123.")
        var number: String
        @Option(help: "Only with this app; without it, with all.")
        var app: String?
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let phone = try phoneNumber(number)
            let count = try await erase(phone)
            output.print(
                json: .members(["erasedVerifications": .integer(Int64(count))]),
                text: count == 1 ? "1 verification forgotten" : "\(count) verifications forgotten")
        }

        private func erase(_ phone: PhoneNumber) async throws -> Int {
            try await withStore(sources, role: "verifyd-verifications") { store in
                let apps = try await store.apps.apps().readable.filter { app == nil || $0.id.name == app }
                guard !apps.isEmpty else {
                    throw app.map(noApp) ?? ValidationError("there are no apps")
                }
                return try await store.eraser.erase(phone.e164, of: apps.map(\.id))
            }
        }
    }
}
