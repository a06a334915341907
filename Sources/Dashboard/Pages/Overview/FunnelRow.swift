import Operations
import StrictJSON
import VerificationCore

/// A stage of the funnel: how many verifications came so far, and how many did a week ago.
enum FunnelRow {
    private static let stages: [(TallyKind, String)] = [
        (.started, "started"), (.sent, "sent to a gateway"), (.accepted, "accepted by a gateway"),
        (.delivered, "delivered"), (.approved, "approved"),
    ]

    static func all(_ counts: Counts) -> [JSONValue] {
        stages.map { kind, name in
            let (now, before) = (counts.now[kind] ?? 0, counts.weekBefore[kind] ?? 0)
            let (started, startedBefore) = (counts.now[.started] ?? 0, counts.weekBefore[.started] ?? 0)
            let share = JSONValue.share(now, of: started)
            let shareBefore = JSONValue.share(before, of: startedBefore)
            return [
                "kind": .string(kind.rawValue), "name": .string(name), "count": .count(now), "share": share,
                "weekBefore": .count(before), "shareWeekBefore": shareBefore, "change": change(share, shareBefore),
            ]
        }
    }

    private static func change(_ now: JSONValue, _ before: JSONValue) -> JSONValue {
        guard let now = now.double, let before = before.double else { return .null }
        return .decimal(((now - before) * 10_000).rounded() / 10_000)
    }
}
