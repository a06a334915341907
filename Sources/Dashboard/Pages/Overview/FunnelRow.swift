import Operations
import StrictJSON
import VerificationCore

/// A stage of the funnel: how many verifications came so far, and how many did a week ago.
struct FunnelRow {
    /// The counts of a span, and of what number the shares are.
    private struct Part {
        /// Nil if verifyd does not know it.
        var count: Int?
        /// Nil for a stage that is no part of any number.
        var whole: Int?

        var share: JSONValue {
            guard let count, let whole else { return .null }
            return .share(count, of: whole)
        }
    }

    private static let stages: [(TallyKind, String)] = [
        (.sent, "sent to a gateway"), (.accepted, "messages accepted by a gateway"), (.delivered, "messages delivered"),
        (.approved, "approved"),
    ]

    private let kind: String
    private let name: String
    private let now: Part
    private let before: Part
    /// Why there is no count.
    private var note: String?

    /// Shares are of the verifications that started, not of the calls: an app may ask again while a code is on its way.
    ///
    /// A verification may have several messages, so what is accepted and delivered is a share of all messages.
    /// Only what never started is a share of all calls that asked: what the broker has not confirmed, and what policy rejected.
    static func all(_ counts: Counts) -> [JSONValue] {
        let (now, before) = (counts.now, counts.weekBefore)
        let first = [
            FunnelRow(kind: "asked", name: "asked", now: Part(count: asked(now)), before: Part(count: asked(before))),
            FunnelRow(
                kind: TallyKind.notQueued.rawValue, name: "not queued (of all calls)", now: lost(.notQueued, of: now),
                before: lost(.notQueued, of: before)),
            FunnelRow(
                kind: TallyKind.turnedAway.rawValue, name: "rejected by policy (of all calls)",
                now: lost(.turnedAway, of: now), before: lost(.turnedAway, of: before)),
            FunnelRow(
                kind: "joined", name: "repeated requests (deduplicated)",
                now: Part(count: Beginnings.joined(now)), before: Part(count: Beginnings.joined(before))),
            FunnelRow(
                kind: "began", name: "started", now: Part(count: Beginnings.count(now), whole: Beginnings.count(now)),
                before: Part(count: Beginnings.count(before), whole: Beginnings.count(before))),
        ]
        let others = stages.map { kind, name in
            FunnelRow(
                kind: kind.rawValue, name: name, now: part(kind, of: now), before: part(kind, of: before),
                note: kind == .delivered ? "no receipts" : nil)
        }
        return (first + others).map(\.data)
    }

    /// All calls that asked for a code.
    private static func asked(_ counts: [TallyKind: Int]) -> Int {
        [.started, .notQueued, .turnedAway].reduce(0) { $0 + (counts[$1] ?? 0) }
    }

    private static func lost(_ kind: TallyKind, of counts: [TallyKind: Int]) -> Part {
        Part(count: counts[kind] ?? 0, whole: asked(counts))
    }

    /// Without a single receipt verifyd does not know how many messages arrived; for example, the provider sends none.
    private static func part(_ kind: TallyKind, of counts: [TallyKind: Int]) -> Part {
        let isUntold = kind == .delivered && counts[.delivered] == nil && counts[.undelivered] == nil
        let further = kind == .accepted || kind == .delivered ? counts[.resent] ?? 0 : 0
        return Part(count: isUntold ? nil : counts[kind] ?? 0, whole: Beginnings.count(counts) + further)
    }

    private var data: JSONValue {
        [
            "kind": .string(kind), "name": .string(name), "count": .count(now.count), "share": now.share,
            "weekBefore": .count(before.count), "shareWeekBefore": before.share,
            "change": Self.change(now.share, from: before.share), "volume": volume, "note": .text(note),
        ]
    }

    /// How much the count itself has changed, as a share of last week's; null where last week had none.
    private var volume: JSONValue {
        guard let now = now.count, let before = before.count, before > 0 else { return .null }
        return .decimal((Double(now - before) / Double(before) * 10_000).rounded() / 10_000)
    }

    private static func change(_ now: JSONValue, from before: JSONValue) -> JSONValue {
        guard let now = now.double, let before = before.double else { return .null }
        return .decimal(((now - before) * 10_000).rounded() / 10_000)
    }
}
