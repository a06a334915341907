import Operations
import StrictJSON
import VerificationCore

/// What happened along a chart: a mark for each of its points, however much happened there.
enum ChartMarks {
    /// How many marks a chart has at most; the newest stay.
    static let most = 60
    /// How many things the words of a mark tell.
    static let mostTold = 4

    /// The marks of a chart with this clock, the oldest first; what happened beyond the chart is left out.
    ///
    /// A mark has the time of the first thing, and the kind of the gravest.
    static func merged(_ marks: [Chart.Mark], along clock: ChartClock) -> [Chart.Mark] {
        let inside = marks.enumerated().filter { clock.point(of: $0.element.at) != nil }.sorted {
            ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
        }.map(\.element)
        let points = Dictionary(grouping: inside) { clock.point(of: $0.at) ?? 0 }
        return points.sorted { $0.key < $1.key }.suffix(most).map { merged($0.value) }
    }

    private static func merged(_ marks: [Chart.Mark]) -> Chart.Mark {
        let told = marks.count > mostTold ? mostTold - 1 : marks.count
        let rest = marks.count - told
        let words = marks.prefix(told).map(\.what) + (rest == 0 ? [] : ["and \(rest) more"])
        let kinds = Set(marks.map(\.kind))
        return Chart.Mark(
            at: marks[0].at, what: words.joined(separator: "; "),
            kind: Happening.Kind.allCases.first { kinds.contains($0) } ?? marks[0].kind)
    }

    /// The legend: the kinds that these marks have.
    static func legend(_ marks: [Chart.Mark]) -> JSONValue {
        let kinds = Set(marks.map(\.kind))
        return .array(
            Happening.Kind.allCases.filter(kinds.contains).map { kind in
                ["kind": .string(kind.rawValue), "sign": .string(kind.sign), "name": .string(kind.words)]
            })
    }
}

extension [Happening] {
    /// As charts have it; `gateway`: leaves out the breakers of other gateways.
    func marks(ofGateway gateway: String? = nil) -> [Chart.Mark] {
        filter { gateway == nil || $0.gateway == nil || $0.gateway == gateway }.map {
            Chart.Mark(at: $0.at, what: $0.what, kind: $0.kind)
        }
    }
}

extension Happening.Kind {
    /// Signs differ, so that a person needs no colours to tell kinds apart.
    var sign: String {
        switch self {
        case .silence: "!"
        case .breaker: "×"
        case .deploy: "◆"
        case .settings: "○"
        case .deed: "●"
        case .stop: "■"
        case .start: "▲"
        }
    }

    /// For the legend.
    fileprivate var words: String {
        switch self {
        case .silence: "unresponsive worker"
        case .breaker: "circuit"
        case .deploy: "new version"
        case .settings: "settings"
        case .deed: "operator"
        case .stop: "process ended"
        case .start: "process started"
        }
    }
}
