/// What a shared limit of an app counts for, for example an address, the beginning of numbers, or the whole app.
///
/// The limits of a single phone are not here: they are in the phone's own row.
package struct LimitKey: Sendable, Hashable, Comparable {
    /// The limits that many phones share, from the least shared to the most shared.
    package enum Scope: String, Sendable, CaseIterable {
        case wrongCodesOfStrangers = "wrong-codes-of-strangers"
        case wrongCodesPerTestNumber = "wrong-codes-per-test-number"
        case wrongCodesPerIP = "wrong-codes-per-ip"
        case sendsPerPhoneAndIP = "sends-per-phone-and-ip"
        case sendsPerProof = "sends-per-proof"
        case sendsPerIP = "sends-per-ip"
        case sendsPerPrefix = "sends-per-prefix"
        case unprovenSends = "unproven-sends"
        case sendsPerApp = "sends-per-app"

        fileprivate var place: Int {
            switch self {
            case .wrongCodesOfStrangers: 0
            case .wrongCodesPerTestNumber: 1
            case .wrongCodesPerIP: 2
            case .sendsPerPhoneAndIP: 3
            case .sendsPerProof: 4
            case .sendsPerIP: 5
            case .sendsPerPrefix: 6
            case .unprovenSends: 7
            case .sendsPerApp: 8
            }
        }
    }

    package let app: AppID
    package let scope: Scope
    /// The address's network, the phone's prefix, a phone and a network, a proof, a test number, or a verification's id; empty for
    /// the whole app.
    package let value: String

    package init(app: AppID, scope: Scope, value: String) {
        self.app = app
        self.scope = scope
        self.value = value
    }

    /// Hashes the scope by its place; the default would hash the text of its raw value.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(app)
        hasher.combine(scope.place)
        hasher.combine(value)
    }

    /// Orders the rows for locking, after the phones' rows: the most shared row last.
    ///
    /// So a transaction holds the most wanted row for the shortest time.
    package static func < (left: LimitKey, right: LimitKey) -> Bool {
        let (mine, other) = (left.scope.place, right.scope.place)
        if mine != other { return mine < other }
        return left.app == right.app ? left.value < right.value : left.app < right.app
    }
}

/// One shared limit with its windows.
package struct SharedLimit: Sendable, Hashable {
    package let key: LimitKey
    /// All of them must admit an event; there is at least one window.
    package let windows: [RateLimit]

    package init(key: LimitKey, windows: [RateLimit]) {
        self.key = key
        self.windows = windows
    }
}
