/// Whose limits an operator looks at: an app's, and within the app a named phone's and a named address's.
package struct LimitSubject: Sendable, Hashable {
    private let app: AppID
    private let rules: SendingRules
    private let phone: PhoneNumber?
    private let network: String?
    private let prefix: String?

    /// `prefix`: as `PhoneNumber.prefix` writes it, for example `49-DE`; by default the phone's.
    package init(
        app: AppID, rules: SendingRules, phone: PhoneNumber? = nil, address: IPAddress? = nil, prefix: String? = nil
    ) {
        self.app = app
        self.rules = rules
        self.phone = phone
        network = address?.network
        self.prefix = phone?.prefix ?? prefix
    }

    /// The key of the phone; nil when the operator names no phone.
    package var phoneKey: PhoneKey? { phone.map { PhoneKey(app: app, phone: $0.e164) } }

    /// The limits that it shares with other phones, without limits that the app does not set.
    package var sharedLimits: [SharedLimit] {
        let ofCodes = rules.sharedLimit(onWrongCodesFrom: network, of: app)
        return rules.sharedLimits(of: app, network: network, prefix: prefix) + (ofCodes.map { [$0] } ?? [])
            + (ofSharedPhone.map { [$0] } ?? [])
    }

    private var ofSharedPhone: SharedLimit? {
        guard let key = key(of: .sendsPerPhoneAndIP), !rules.sendsPerPhone.isEmpty else { return nil }
        return SharedLimit(key: key, windows: rules.sendsPerPhone.map(\.share))
    }

    /// The phone, network, prefix or app that a limit counts for; nil when the operator has not named it.
    package func holder(of limit: LimitReached.Limit) -> String? {
        switch limit {
        case .sendsPerPhone, .sendsPerVerification, .wrongCodesPerPhone: phone?.e164
        case .sendsPerIP, .wrongCodesPerIP: network
        case .sendsPerPhoneAndIP: phone.flatMap { phone in network.map { "\(phone.e164) \($0)" } }
        case .wrongCodesPerTestNumber: phone?.e164
        // Only a verification's id names it, and no operator asks by it.
        case .wrongCodesOfStrangers: nil
        // The project says how many there may be, and an operator changes the number there.
        case .unprovenSends, .sendsPerProof: nil
        case .sendsPerPrefix: prefix
        case .sendsPerApp: app.name
        }
    }

    /// The key of a shared limit; nil for a limit in a phone's row, and without a holder.
    package func key(of limit: LimitReached.Limit) -> LimitKey? {
        guard let scope = LimitKey.Scope(limit), let holder = holder(of: limit) else { return nil }
        return LimitKey(app: app, scope: scope, value: scope == .sendsPerApp ? "" : holder)
    }

    /// How much of each window of each limit is used.
    ///
    /// `phone` is the row of the named phone. `counts` holds the counts of `sharedLimits`.
    package func uses(phone state: PhoneState, counts: SharedCounts, at now: Timestamp) -> [LimitUse] {
        var uses: [LimitUse] = []
        if phone != nil {
            uses += state.sends.uses(of: rules.sendsPerPhone, called: .sendsPerPhone, at: now)
            uses += state.wrongCodes.uses(of: rules.wrongCodesPerPhone, called: .wrongCodesPerPhone, at: now)
            uses += state.live.flatMap { rules.use(of: $0, at: now) }.map { [$0] } ?? []
        }
        for limit in sharedLimits {
            uses += counts.counts(of: limit.key).uses(
                of: limit.windows, called: LimitReached.Limit(limit.key.scope), at: now)
        }
        return uses
    }
}

extension SlotCounts {
    fileprivate func uses(of windows: [RateLimit], called limit: LimitReached.Limit, at now: Timestamp) -> [LimitUse] {
        windows.map { window in
            LimitUse(
                limit: limit, quota: window, used: used(of: window, at: now),
                admitsAt: wait(for: [window], at: now)?.until, freeAt: freeAt(window, at: now))
        }
    }
}

extension SendingRules {
    /// The use of a verification's sends, which are free again when its code ends.
    ///
    /// Nil when the code has ended, and for a test number.
    fileprivate func use(of live: LiveVerification, at now: Timestamp) -> LimitUse? {
        guard live.expiresAt > now, !live.code.isFixed else { return nil }
        return LimitUse(
            limit: .sendsPerVerification, quota: RateLimit(maxSends, per: codeLife), used: live.sends,
            admitsAt: live.sends < maxSends ? nil : live.expiresAt, freeAt: live.expiresAt)
    }
}

extension LimitKey.Scope {
    /// Nil for a limit that phones do not share.
    fileprivate init?(_ limit: LimitReached.Limit) {
        switch limit {
        case .sendsPerPhone, .sendsPerVerification, .wrongCodesPerPhone: return nil
        case .sendsPerIP: self = .sendsPerIP
        case .sendsPerPrefix: self = .sendsPerPrefix
        case .sendsPerApp: self = .sendsPerApp
        case .wrongCodesPerIP: self = .wrongCodesPerIP
        case .sendsPerPhoneAndIP: self = .sendsPerPhoneAndIP
        case .sendsPerProof: self = .sendsPerProof
        case .unprovenSends: self = .unprovenSends
        case .wrongCodesOfStrangers: self = .wrongCodesOfStrangers
        case .wrongCodesPerTestNumber: self = .wrongCodesPerTestNumber
        }
    }
}

/// How much of one window of a limit is used.
package struct LimitUse: Sendable, Hashable {
    package let limit: LimitReached.Limit
    package let quota: RateLimit
    /// How many events count; more than the quota when the app has lowered the limit since.
    package let used: Int
    /// When the window admits another event; nil when it admits another event now.
    package let admitsAt: Timestamp?
    /// When everything that counts now has left the window; nil when nothing counts.
    package let freeAt: Timestamp?
}
