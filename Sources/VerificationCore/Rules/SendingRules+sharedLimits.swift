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
