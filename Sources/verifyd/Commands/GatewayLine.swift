import Assembly
import StrictJSON

/// A gateway as `verifyd gateways list` shows it.
struct GatewayLine {
    /// As the list of the settings calls it, or its kind where the settings have no list.
    let name: String
    private let kind: GatewayKind
    private let inFlight: Int
    /// Nil for as many as it takes.
    private let perSecond: Int?

    init(_ settings: Settings, _ described: GatewaySettings) throws {
        kind = try settings.value(of: described.kind)
        name = described.name ?? kind.rawValue
        inFlight = try settings.places(of: described)
        let perSecond = try settings.value(of: described.perSecond)
        self.perSecond = perSecond == 0 ? nil : perSecond
    }

    var row: [String] { [name, kind.rawValue, "\(inFlight)", perSecond.map { "\($0)" } ?? "no limit"] }

    var json: JSONValue {
        .members([
            "name": .string(name), "kind": .string(kind.rawValue), "inFlight": .integer(Int64(inFlight)),
            "perSecond": perSecond.map { .integer(Int64($0)) },
        ])
    }
}
