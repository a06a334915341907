import Assembly
import StrictJSON
import VerificationCore

/// A gateway as `verifyd gateways list` shows it.
struct GatewayLine {
    /// As the list of the settings calls it, or its kind where the settings have no list.
    let name: String
    private let kind: String
    private let inFlight: Int
    /// Nil for as many as it takes.
    private let perSecond: Int?
    private let receipts: ReceiptWay

    init(_ settings: Settings, for described: GatewaySettings) throws {
        kind = try settings.value(of: described.kind)
        name = described.name ?? kind
        inFlight = try settings.places(of: described)
        let perSecond = try settings.value(of: described.perSecond)
        self.perSecond = perSecond == 0 ? nil : perSecond
        receipts = try settings.receiptWay(of: described)
    }

    /// `statuses`: nil while the database does not answer.
    func row(on statuses: GatewayOverview?) -> [String] {
        let weight = entry(on: statuses)?.control.weight
        return [
            name, kind, "\(inFlight)", perSecond.map { "\($0)" } ?? "no limit", weight.map { "\($0)" } ?? "-",
            learned(on: statuses).map { "\($0.percent) %: \($0.words)" } ?? "-", state(on: statuses), receipts.place,
        ]
    }

    /// `statuses`: nil while the database does not answer; then the members of all workers are missing.
    func json(on statuses: GatewayOverview?) -> JSONValue {
        let entry = entry(on: statuses)
        let notice = entry?.notice.flatMap { $0.state == .open ? $0 : nil }
        return .members([
            "name": .string(name), "kind": .string(kind), "inFlight": .integer(Int64(inFlight)),
            "perSecond": perSecond.map { .integer(Int64($0)) },
            "weight": entry?.control.weight.map { .integer(Int64($0)) },
            "learned": learned(on: statuses).map {
                .members(["percent": .integer(Int64($0.percent)), "because": .string($0.words)])
            },
            "isOff": entry.map { .bool($0.control.isOff) }, "fails": entry.map { _ in .bool(notice != nil) },
            "reason": notice.map { .string($0.reason) }, "receipts": .string(receipts.place),
        ])
    }

    /// Nil for the whole weight, and where an operator's weight wins.
    private func learned(on statuses: GatewayOverview?) -> LearnedShare? {
        entry(on: statuses).flatMap { $0.control.weight == nil ? $0.learned : nil }
    }

    private func entry(on statuses: GatewayOverview?) -> GatewayStatuses.Entry? {
        statuses.map { $0.gateways[name] ?? GatewayStatuses.Entry() }
    }

    private func state(on statuses: GatewayOverview?) -> String {
        guard let entry = entry(on: statuses) else { return "not known" }
        if entry.control.isOff { return "off" }
        guard let notice = entry.notice, notice.state == .open else { return "healthy" }
        let seconds = Int((notice.remaining / .seconds(1)).rounded(.up))
        return "circuit open (\(notice.reason))" + (seconds > 0 ? ", next probe in \(seconds) s" : ", probing")
    }
}
