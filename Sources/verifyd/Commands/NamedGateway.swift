import ArgumentParser
import Assembly
import StrictJSON
import VerificationCore

/// A gateway that the settings know, and what an operator says of it.
struct NamedGateway: ParsableArguments {
    @Argument(help: "The gateway as `verifyd gateways list` calls it.")
    var name: String
    @OptionGroup var sources: SettingsOptions
    @OptionGroup var output: OutputOptions

    func turn(isOff: Bool) async throws {
        try await change(to: isOff ? "is off" : "is on") { try await $0.turn(name, isOff: isOff) }
    }

    /// Makes a change, and shows how the gateway stands then.
    ///
    /// Throws `ValidationError` for a name that is not in the settings.
    func change(to words: String, _ change: (any GatewaySwitches) async throws -> Void) async throws {
        let settings = try await Settings(sources)
        let lines = try settings.gateways.map { try GatewayLine(settings, $0) }
        guard let line = lines.first(where: { $0.name == name }) else {
            throw ValidationError("there is no gateway \(name): see `verifyd gateways list`")
        }
        let board = try await withStore(sources, role: "verifyd-gateways") { store in
            try await change(store.switches)
            return try await store.switches.overview()
        }
        output.print(
            json: line.json(on: board), text: "\(name) \(words); all workers (now \(board.workers)) follow within 2 s")
    }
}
