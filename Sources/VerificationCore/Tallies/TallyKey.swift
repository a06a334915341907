/// What a count is of; where a dimension does not apply, its text is empty.
package struct TallyKey: Sendable, Hashable {
    package let minute: Minute
    package let kind: TallyKind
    /// The app's short name.
    package let app: String
    /// The ISO 3166 code of the number's region.
    package let region: String
    package let gateway: String
    /// A stable identifier; the kind says which set it comes from.
    package let reason: String

    package init(
        _ kind: TallyKind, in minute: Minute, app: String = "", region: String = "", gateway: String = "",
        reason: String = ""
    ) {
        self.minute = minute
        self.kind = kind
        self.app = app
        self.region = region
        self.gateway = gateway
        self.reason = reason
    }

    /// Leaves empty texts out, because most keys have some, and counting is on every request's path.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(minute.number)
        hasher.combine(kind)
        if !app.isEmpty { hasher.combine(app) }
        if !region.isEmpty { hasher.combine(region) }
        if !gateway.isEmpty { hasher.combine(gateway) }
        if !reason.isEmpty { hasher.combine(reason) }
    }

    /// The key in which several keys meet when there are too many of them.
    var withoutDetails: TallyKey {
        TallyKey(
            kind, in: minute, app: app, region: region.isEmpty ? "" : Self.other, gateway: gateway,
            reason: reason.isEmpty ? "" : Self.other)
    }

    /// The region and the reason of counts that have lost theirs.
    package static let other = "other"
}

extension TallyKey: Comparable {
    /// The order in which every process adds its counts, so that no two processes wait for each other crosswise.
    package static func < (left: TallyKey, right: TallyKey) -> Bool {
        (left.kind.rawValue, left.minute, left.app, left.region, left.gateway, left.reason)
            < (right.kind.rawValue, right.minute, right.app, right.region, right.gateway, right.reason)
    }
}
