extension SendingRules {
    /// The shared limits in which a send for this request counts, without limits that the app does not set.
    func sharedLimits(of request: VerificationRequest) -> [SharedLimit] {
        let limits = sharedLimits(
            of: request.app, network: request.clientIP?.network, prefix: request.phone.prefix)
        return request.asker == .device ? limits + limitsOnDevices(request) : limits
    }

    /// The same limits, for a send of which only the network and the prefix are known.
    ///
    /// `network` is an `IPAddress.network`, `prefix` a `PhoneNumber.prefix`.
    package func sharedLimits(of app: AppID, network: String?, prefix: String?) -> [SharedLimit] {
        var limits: [SharedLimit] = []
        limits.add(.sendsPerIP, of: app, for: network, sendsPerIP)
        limits.add(.sendsPerPrefix, of: app, for: prefix, sendsPerPrefix)
        limits.add(.sendsPerApp, of: app, for: "", sendsPerApp)
        return limits
    }

    /// The limits of a send that an app on somebody's device has asked for, and therefore anybody.
    private func limitsOnDevices(_ request: VerificationRequest) -> [SharedLimit] {
        var limits: [SharedLimit] = []
        if let address = request.clientIP {
            let both = "\(request.phone.e164) \(address.network)"
            limits.add(.sendsPerPhoneAndIP, of: request.app, for: both, sendsPerPhone.map(\.share))
            for (network, multiple) in address.widerNetworks {
                limits.add(.sendsPerIP, of: request.app, for: network, sendsPerIP.map { $0 * multiple })
            }
        }
        limits.add(.unprovenSends, of: request.app, for: "", request.unprovenSends ?? [])
        return limits
    }

    /// The shared limit in which a wrong code counts; nil when the network is unknown or the app does not limit it.
    package func sharedLimit(onWrongCodesFrom network: String?, of app: AppID) -> SharedLimit? {
        guard let network, !wrongCodesPerIP.isEmpty else { return nil }
        return SharedLimit(key: LimitKey(app: app, scope: .wrongCodesPerIP, value: network), windows: wrongCodesPerIP)
    }
}

extension [SharedLimit] {
    /// Adds a limit, unless nobody knows for whom it counts, or the app does not set it.
    fileprivate mutating func add(
        _ scope: LimitKey.Scope, of app: AppID, for value: String?, _ windows: [RateLimit]
    ) {
        guard let value, !windows.isEmpty else { return }
        append(SharedLimit(key: LimitKey(app: app, scope: scope, value: value), windows: windows))
    }
}
