/// What one shared limit counts for: an address, the beginning of numbers, or the whole app; always of one app.
///
/// Limits of one phone are not here: they live in the phone's own row.
package struct LimitKey: Sendable, Hashable, Comparable {
    /// The limits that many phones share.
    package enum Scope: String, Sendable, CaseIterable, Comparable {
        case sendsPerApp = "sends-per-app"
        case sendsPerIP = "sends-per-ip"
        case sendsPerPrefix = "sends-per-prefix"
        case wrongCodesPerIP = "wrong-codes-per-ip"

        package static func < (left: Scope, right: Scope) -> Bool { left.rawValue < right.rawValue }
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

    /// The order in which rows are locked, everywhere; after the phones.
    package static func < (left: LimitKey, right: LimitKey) -> Bool {
        (left.app, left.scope, left.value) < (right.app, right.scope, right.value)
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
        var limits = [SharedLimit(key: request.limitKey(.sendsPerApp, ""), windows: sendsPerApp)]
        limits.append(
            SharedLimit(key: request.limitKey(.sendsPerPrefix, request.phone.prefix), windows: sendsPerPrefix))
        if let address = request.clientIP {
            limits.append(SharedLimit(key: request.limitKey(.sendsPerIP, address.network), windows: sendsPerIP))
        }
        return limits.filter { !$0.windows.isEmpty }
    }
}

extension VerificationRequest {
    fileprivate func limitKey(_ scope: LimitKey.Scope, _ value: String) -> LimitKey {
        LimitKey(app: app, scope: scope, value: value)
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
