import ArgumentParser
import Assembly
import Gateways
import Messages
import Operations
import StrictJSON
import VerificationCore

/// Gateways, each by itself.
struct GatewaysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gateways",
        abstract: "List the gateways, switch them, give them weights, and send a message through one of them.",
        subcommands: [List.self, Off.self, On.self, Weight.self, Test.self])
}

extension GatewaysCommand {
    struct Test: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "test",
            abstract: "Send a real SMS through a gateway, and show the outcome; exit 1 unless it is accepted.",
            discussion: """
                The message goes straight to the gateway: no queue, no limit. Its code verifies nothing. \
                The provider may charge for it. It leaves a line in the audit, written after the outcome is shown: so the \
                command works while the database is away, and warns that the line is missing.
                """)

        @Argument(help: "The gateway as `verifyd gateways list` calls it.")
        var name: String
        @Argument(help: "The number to send to, in international form; your own.")
        var number: String
        @Option(help: "The language of the text, as a BCP 47 tag.")
        var language = "en"
        @OptionGroup var why: ReasonOptions
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let (settings, language) = (try await Settings(sources), try languageTag(language))
            let phone = try phoneNumber(number, by: settings.value(of: PhoneSettings.plan))
            guard phone.kind != .fiction else {
                throw ValidationError("no one can own \(number), so nothing is sent to it")
            }
            guard
                let described = try settings.gateways.first(where: { try GatewayLine(settings, for: $0).name == name })
            else { throw NotThereError("gateway \(name): see `verifyd gateways list`") }
            let gateway = try settings.gateway(described)
            let message = try TestMessage(to: phone, in: language).message
            let deadline = try settings.value(of: GatewaySettings.deadline)
            try await withLateAudit(sources) { permits in
                let report = try await acting { person throws(OperatorError) in
                    try await permits.perform(
                        .sendTest, on: "gateway \(name), \(phone.masked)", because: why.words, by: person
                    ) { () throws(OperatorError) in
                        let report = await sendOverConnection(message, through: gateway, deadline: deadline)
                        return (report, report.words.outcome)
                    }
                }
                output.print(json: report.json, text: table(report.rows))
                guard case .accepted = report.outcome else { throw ExitStatus.bad.code }
            }
        }

        private func sendOverConnection(
            _ message: OutgoingMessage, through gateway: some ConnectedGateway, deadline: Duration
        ) async -> SendReport {
            await gateway.use { gateway in
                // A standing connection takes its time to come about.
                let probe = await gateway.probe(within: deadline)
                var report = await send(message, through: gateway, deadline: deadline)
                if case .isAway(let reason) = probe, gateway.isUp == false { report.trouble = reason }
                return report
            }
        }

        private func send(
            _ message: OutgoingMessage, through gateway: some SMSGateway, deadline: Duration
        ) async -> SendReport {
            let start = ContinuousClock.now
            let outcome = await gateway.send(message, deadline: deadline)
            return SendReport(gateway: gateway.name, message: message, outcome: outcome, time: .now - start)
        }
    }
}

/// A message that looks like any other, with a code that verifies nothing.
struct TestMessage {
    let message: OutgoingMessage

    init(to phone: PhoneNumber, in language: LanguageTag) throws {
        let life = Duration.seconds(600)
        let code = (0..<6).map { _ in String(Machine.random() % 10) }.joined()
        let style = MessageStyle(
            name: "verifyd", maxSegments: 1, transliterates: false, warns: false, codeDigits: 6, codeLife: life)
        let text = try MessageWriter.standard().write(
            in: style, code: code, minutes: MessageWriter.minutes(remaining: life), language: language)
        message = OutgoingMessage(
            id: MessageID(verification: .unsigned(at: Machine.now(), random: Machine.random()), ordinal: 1),
            phone: phone, text: text, code: code, validFor: life, mayBeDuplicate: false)
    }
}

extension VerificationID {
    /// Of no app and no row: only the gateway sees it.
    fileprivate static func unsigned(at time: Timestamp, random: UInt64) -> VerificationID {
        VerificationID(
            high: UInt64(time.milliseconds) << 16 | 0x7000 | random & 0xFFF, low: 0b10 << 62 | random >> 12)
    }
}

extension GatewaysCommand {
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the gateways as the settings say, and how they stand at all workers.",
            discussion: """
                LEARNED is the part of its weight that a gateway keeps in routes with learn, and why. \
                STATE is of all workers together: healthy, circuit open (calls fail), or off (an operator said so). \
                While the database does not answer, STATE is not known: what the settings say is listed, and the exit \
                status is 69.
                """)

        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let settings = try await Settings(sources)
            let gateways = try settings.gateways.map { try GatewayLine(settings, for: $0) }
            // The settings alone are worth showing while the database is away.
            let list = try settings.gatewayList
            let answer = try await askStore(sources, role: "verifyd-gateways") { try await $0.overview(of: list) }
            let statuses = answer.value
            let heads = ["NAME", "KIND", "AT ONCE", "PER SECOND", "WEIGHT", "LEARNED", "STATE", "RECEIPTS"]
            let routes = settings.routes
            output.print(
                json: .members([
                    "gateways": .array(gateways.map { $0.json(on: statuses) }),
                    "routes": routes.map { .array($0.map(\.json)) },
                    "workers": statuses.map { .integer(Int64($0.workers)) },
                ]),
                text: table([heads] + gateways.map { $0.row(on: statuses) }) + "\n\n"
                    + (routes.map { "routes:\n" + $0.map { "  \($0)\n" }.joined() } ?? "")
                    + (statuses.map { "workers: \($0.workers)" } ?? "workers: not known"))
            try answer.fail("how the gateways stand is not known")
        }
    }
}

extension RouteSyntax {
    fileprivate var json: JSONValue {
        .members([
            "region": region.map { .string($0) }, "prefix": prefix.map { .string($0) }, "app": app.map { .string($0) },
            "gateways": .array(
                targets.first.map {
                    .members(["name": .string($0.gateway), "weight": .integer(Int64($0.weight))])
                }),
            "then": .array(targets.then.map { .string($0) }), "learn": .bool(targets.learns),
        ])
    }
}
