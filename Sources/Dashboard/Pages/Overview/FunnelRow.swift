import Operations
import StrictJSON
import VerificationCore

/// A stage of the funnel: how many verifications came so far, and how many did a week ago.
enum FunnelRow {
    private static let stages: [(TallyKind, String)] = [
        (.sent, "sent to a gateway"), (.accepted, "accepted by a gateway"), (.delivered, "delivered"),
        (.approved, "approved"),
    ]

    /// Shares are of the verifications that began, not of the calls: an app may ask again while a code is on its way.
    static func all(_ counts: Counts) -> [JSONValue] {
        let (began, beganBefore) = (Beginnings.count(counts.now), Beginnings.count(counts.weekBefore))
        let (joined, joinedBefore) = (Beginnings.joined(counts.now), Beginnings.joined(counts.weekBefore))
        return [
            row("joined", "asked again, joined a live verification", (joined, nil), (joinedBefore, nil)),
            row("began", "began", (began, began), (beganBefore, beganBefore)),
        ]
            + stages.map { kind, name in
                row(
                    kind.rawValue, name, (counts.now[kind] ?? 0, began), (counts.weekBefore[kind] ?? 0, beganBefore))
            }
    }

    private static func row(
        _ kind: String, _ name: String, _ now: (count: Int, whole: Int?), _ before: (count: Int, whole: Int?)
    ) -> JSONValue {
        let share = now.whole.map { JSONValue.share(now.count, of: $0) } ?? .null
        let shareBefore = before.whole.map { JSONValue.share(before.count, of: $0) } ?? .null
        return [
            "kind": .string(kind), "name": .string(name), "count": .count(now.count), "share": share,
            "weekBefore": .count(before.count), "shareWeekBefore": shareBefore,
            "change": change(share, shareBefore),
        ]
    }

    private static func change(_ now: JSONValue, _ before: JSONValue) -> JSONValue {
        guard let now = now.double, let before = before.double else { return .null }
        return .decimal(((now - before) * 10_000).rounded() / 10_000)
    }
}
