import ArgumentParser
import Assembly
import Operations
import StrictJSON
import VerificationCore

/// A gateway that the settings know, and what an operator says of it.
struct NamedGateway: ParsableArguments {
    @Argument(help: "The gateway as `verifyd gateways list` calls it.")
    var name: String
    @OptionGroup var why: ReasonOptions
    @OptionGroup var trial: DryRunOptions
    @OptionGroup var sources: SettingsOptions
    @OptionGroup var output: OutputOptions

    /// Makes a change, or only looks ahead, and shows how the gateway stands then.
    ///
    /// Throws `NotThereError` for a name that is not in the settings. `words` tell the operator what the change comes
    /// to.
    func apply(_ change: GatewayChange, to words: String) async throws {
        let settings = try await Settings(sources)
        let lines = try settings.gateways.map { try GatewayLine(settings, for: $0) }
        guard let line = lines.first(where: { $0.name == name }) else {
            throw NotThereError("gateway \(name): see `verifyd gateways list`")
        }
        let list = try settings.gatewayList
        if trial.isDry { return try await plan(change, to: words, among: list) }
        let statuses = try await withStore(sources, role: "verifyd-gateways") { store in
            try await acting { person throws(OperatorError) in
                try await store.gatewayService(list).apply(change, to: name, because: why.words, by: person)
            }
            return try await store.workers.gateways()
        }
        output.print(
            json: line.json(on: statuses), text: "\(name) \(words) at all workers (now \(statuses.workers))")
    }

    private func plan(_ change: GatewayChange, to words: String, among list: GatewayList) async throws {
        let (workers, outlook) = try await withStore(sources, role: "verifyd-gateways") { store in
            let statuses = try await store.overview(of: list)
            let outlook = try await acting { person throws(OperatorError) in
                try await store.gatewayService(list).outlook(of: change, on: name, as: statuses.gateways, for: person)
            }
            return (statuses.workers, outlook)
        }
        output.print(
            json: DryRunOptions.json([
                "gateway": .string(name), "change": .string(change.words), "workers": .integer(Int64(workers)),
                "routes": .array(outlook.ways.map(\.json)), "stranded": .integer(Int64(outlook.stranded.count)),
            ]),
            text: (["would be: \(name) \(words)"] + outlook.ways.map(\.words)).joined(separator: "\n"))
    }
}

extension GatewayOutlook.Way {
    fileprivate var json: JSONValue {
        .members([
            "region": route.region.map { .string($0) }, "prefix": route.prefix.map { .string("\($0)") },
            "app": route.app.map { .string($0.name) }, "before": Self.json(before), "after": Self.json(after),
        ])
    }

    private static func json(_ parts: [RouteTargets<String>.Part]) -> JSONValue {
        .array(parts.map { .members(["gateway": .string($0.gateway), "share": .decimal($0.share)]) })
    }

    fileprivate var words: String { "  \(route.condition): \(Self.words(before)) -> \(Self.words(after))" }

    private static func words(_ parts: [RouteTargets<String>.Part]) -> String {
        if parts.isEmpty { return "no gateway, they wait" }
        return parts.map { "\($0.gateway) \(Int(($0.share * 100).rounded())) %" }.joined(separator: ", ")
    }
}
