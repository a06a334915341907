import ArgumentParser
import Assembly
import StrictJSON
import VerificationCore

extension GatewaysCommand {
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the gateways as the settings say, and how they stand at all workers.",
            discussion: """
                LEARNED is the part of its weight that a gateway keeps in routes with learn, and why. \
                STATE is of all workers together: works, fails (its breaker is open), or off (an operator said so). \
                While the database does not answer, STATE is not known: what the settings say is listed, and the exit \
                status is 69.
                """)

        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let settings = try await Settings(sources)
            let gateways = try settings.gateways.map { try GatewayLine(settings, $0) }
            // The settings alone are worth showing while the database is away.
            let list = try settings.gatewayList
            let answer = try await askStore(sources, role: "verifyd-gateways") { try await $0.overview(of: list) }
            let board = answer.value
            let heads = ["NAME", "KIND", "AT ONCE", "PER SECOND", "WEIGHT", "LEARNED", "STATE", "RECEIPTS"]
            let routes = settings.routes
            output.print(
                json: .members([
                    "gateways": .array(gateways.map { $0.json(on: board) }),
                    "routes": routes.map { .array($0.map(\.json)) },
                    "workers": board.map { .integer(Int64($0.workers)) },
                ]),
                text: table([heads] + gateways.map { $0.row(on: board) }) + "\n\n"
                    + (routes.map { "routes:\n" + $0.map { "  \($0)\n" }.joined() } ?? "")
                    + (board.map { "workers: \($0.workers)" } ?? "workers: not known"))
            try answer.fail("how the gateways stand is not known")
        }
    }
}

extension RouteWords {
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
