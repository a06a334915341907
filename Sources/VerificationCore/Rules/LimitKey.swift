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

/// One shared limit with its windows.
package struct SharedLimit: Sendable, Hashable {
    package let key: LimitKey
    /// All must admit; at least one.
    package let windows: [RateLimit]

    package init(key: LimitKey, windows: [RateLimit]) {
        self.key = key
        self.windows = windows
    }
}

extension SendingRules {
    /// The shared limits that a send for this request takes from; what the app does not limit is left out.
    func sharedLimits(of request: VerificationRequest) -> [SharedLimit] {
        sharedLimits(of: request.app, network: request.clientIP?.network, prefix: request.phone.prefix)
    }

    /// The same for what is known of a send: `network` is an address's, `prefix` a phone's.
    package func sharedLimits(of app: AppID, network: String?, prefix: String?) -> [SharedLimit] {
        var limits: [SharedLimit] = []
        func add(_ scope: LimitKey.Scope, _ value: String?, _ windows: [RateLimit]) {
            guard let value, !windows.isEmpty else { return }
            limits.append(SharedLimit(key: LimitKey(app: app, scope: scope, value: value), windows: windows))
        }
        add(.sendsPerIP, network, sendsPerIP)
        add(.sendsPerPrefix, prefix, sendsPerPrefix)
        add(.sendsPerApp, "", sendsPerApp)
        return limits
    }

    /// The shared limit that a wrong code counts in: the address's, if it is known and limited.
    package func sharedLimit(onWrongCodesFrom network: String?, of app: AppID) -> SharedLimit? {
        guard let network, !wrongCodesPerIP.isEmpty else { return nil }
        return SharedLimit(key: LimitKey(app: app, scope: .wrongCodesPerIP, value: network), windows: wrongCodesPerIP)
    }
}
