extension SendingRules {
    /// The shared limits in which a send for this request counts, without limits that the app does not set.
    func sharedLimits(of request: VerificationRequest) -> [SharedLimit] {
        let limits = sharedLimits(
            of: request.app, network: request.clientIP?.network, prefix: request.phone.prefix)
        return request.asker == .device ? limits + limitsOnDevices(request) : limits
    }

    /// The limits of a send that an app on somebody's device has asked for, and therefore anybody.
    private func limitsOnDevices(_ request: VerificationRequest) -> [SharedLimit] {
        var limits: [SharedLimit] = []
        func add(_ scope: LimitKey.Scope, _ value: String, _ windows: [RateLimit]) {
            guard !windows.isEmpty else { return }
            limits.append(SharedLimit(key: LimitKey(app: request.app, scope: scope, value: value), windows: windows))
        }
        if let address = request.clientIP {
            add(.sendsPerPhoneAndIP, "\(request.phone.e164) \(address.network)", sendsPerPhone.map(\.share))
            for (network, multiple) in address.widerNetworks {
                add(.sendsPerIP, network, sendsPerIP.map { RateLimit($0.count * multiple, per: $0.interval) })
            }
        }
        add(.unprovenSends, "", request.unprovenSends)
        return limits
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
