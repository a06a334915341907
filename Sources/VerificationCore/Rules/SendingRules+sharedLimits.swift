extension SendingRules {
    /// The shared limits in which a send for this request counts, without limits that the app does not set.
    func sharedLimits(of request: VerificationRequest) -> [SharedLimit] {
        sharedLimits(of: request.app, network: request.clientIP?.network, prefix: request.phone.prefix)
    }

    /// The same limits, for a send of which only the network and the prefix are known.
    ///
    /// `network` is an `IPAddress.network`, `prefix` a `PhoneNumber.prefix`.
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

    /// The shared limit in which a wrong code counts; nil when the network is unknown or the app does not limit it.
    package func sharedLimit(onWrongCodesFrom network: String?, of app: AppID) -> SharedLimit? {
        guard let network, !wrongCodesPerIP.isEmpty else { return nil }
        return SharedLimit(key: LimitKey(app: app, scope: .wrongCodesPerIP, value: network), windows: wrongCodesPerIP)
    }
}
