/// What one shared limit counts for: an address, the beginning of numbers, or the whole app; always of one app.
///
/// Limits of one phone are not here: they live in the phone's own row.
package struct LimitKey: Sendable, Hashable, Comparable {
    /// The limits that many phones share, those that most phones share last.
    package enum Scope: String, Sendable, CaseIterable, Comparable {
        case wrongCodesPerIP = "wrong-codes-per-ip"
        case sendsPerIP = "sends-per-ip"
        case sendsPerPrefix = "sends-per-prefix"
        case sendsPerApp = "sends-per-app"

        private var place: Int {
            switch self {
            case .wrongCodesPerIP: 0
            case .sendsPerIP: 1
            case .sendsPerPrefix: 2
            case .sendsPerApp: 3
            }
        }

        package static func < (left: Scope, right: Scope) -> Bool { left.place < right.place }
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

    /// The order in which rows are locked, everywhere, and after the phones: for the row that most wait for, least long.
    package static func < (left: LimitKey, right: LimitKey) -> Bool {
        if left.scope != right.scope { return left.scope < right.scope }
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
    package func sharedLimits(of request: VerificationRequest) -> [SharedLimit] {
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

extension IPAddress {
    /// Whose address it is, as far as limits go: one IPv4 address, or the /64 that an IPv6 subscriber gets, within which
    /// addresses cost nothing.
    package var network: String {
        switch family {
        case .v4: description
        case .v6: description.split(separator: ":").prefix(4).joined(separator: ":") + "::/64"
        }
    }
}
