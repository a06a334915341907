/// What one shared limit counts for: an address, the beginning of numbers, or the whole app; always of one app.
///
/// Limits of one phone are not here: they live in the phone's own row.
package struct LimitKey: Sendable, Hashable, Comparable {
    /// The limits that many phones share, those that most phones share last.
    package enum Scope: String, Sendable, CaseIterable {
        case wrongCodesPerIP = "wrong-codes-per-ip"
        case sendsPerIP = "sends-per-ip"
        case sendsPerPrefix = "sends-per-prefix"
        case sendsPerApp = "sends-per-app"

        fileprivate var place: Int {
            switch self {
            case .wrongCodesPerIP: 0
            case .sendsPerIP: 1
            case .sendsPerPrefix: 2
            case .sendsPerApp: 3
            }
        }
    }

    package let app: AppID
    package let scope: Scope
    /// The address or its network, the prefix, or nothing for the app itself.
    package let value: String

    package init(app: AppID, scope: Scope, value: String) {
        self.app = app
        self.scope = scope
        self.value = value
    }

    /// A scope's own way would be to hash its words.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(app)
        hasher.combine(scope.place)
        hasher.combine(value)
    }

    /// The order in which rows are locked, everywhere, and after the phones: for the row that most wait for, least long.
    package static func < (left: LimitKey, right: LimitKey) -> Bool {
        let (mine, other) = (left.scope.place, right.scope.place)
        if mine != other { return mine < other }
        return left.app == right.app ? left.value < right.value : left.app < right.app
    }
}
