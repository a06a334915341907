/// Whose limits an operator looks at: those of an app, and within it those of a phone and of an address, where named.
package struct LimitSubject: Sendable, Hashable {
    private let app: AppID
    private let rules: SendingRules
    private let phone: PhoneNumber?
    private let network: String?

    package init(app: AppID, rules: SendingRules, phone: PhoneNumber? = nil, address: IPAddress? = nil) {
        self.app = app
        self.rules = rules
        self.phone = phone
        network = address?.network
    }

    /// Nil when no phone is named.
    package var phoneKey: PhoneKey? { phone.map { PhoneKey(app: app, phone: $0.e164) } }

    /// The limits that it shares with others; what the app does not limit is left out.
    package var sharedLimits: [SharedLimit] {
        let ofCodes = rules.sharedLimit(onWrongCodesFrom: network, of: app)
        return rules.sharedLimits(of: app, network: network, prefix: phone?.prefix) + (ofCodes.map { [$0] } ?? [])
    }

    /// Whom a limit counts for here; nil for a limit of somebody who is not named.
    package func holder(of limit: LimitReached.Limit) -> String? {
        switch limit {
        case .sendsPerPhone, .sendsPerVerification, .wrongCodesPerPhone: phone?.e164
        case .sendsPerIP, .wrongCodesPerIP: network
        case .sendsPerPrefix: phone?.prefix
        case .sendsPerApp: app.name
        }
    }

    /// The key of a limit that it shares with others; nil for one that stands in a phone's row, or has no holder here.
    package func key(of limit: LimitReached.Limit) -> LimitKey? {
        guard let scope = LimitKey.Scope(limit), let holder = holder(of: limit) else { return nil }
        return LimitKey(app: app, scope: scope, value: scope == .sendsPerApp ? "" : holder)
    }

    /// What has been used of each window of each limit.
    ///
    /// `phone`: the row of the phone that is named; `counts`: those of `sharedLimits`.
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
    /// The sends of a verification come back when its code ends; nil when it has ended, or is a test number's.
    fileprivate func use(of live: LiveVerification, at now: Timestamp) -> LimitUse? {
        guard live.expiresAt > now, !live.code.isFixed else { return nil }
        return LimitUse(
            limit: .sendsPerVerification, quota: RateLimit(maxSends, per: codeLife), used: live.sends,
            admitsAt: live.sends < maxSends ? nil : live.expiresAt, freeAt: live.expiresAt)
    }
}

extension LimitKey.Scope {
    /// Nil for a limit that no phones share.
    fileprivate init?(_ limit: LimitReached.Limit) {
        switch limit {
        case .sendsPerPhone, .sendsPerVerification, .wrongCodesPerPhone: return nil
        case .sendsPerIP: self = .sendsPerIP
        case .sendsPerPrefix: self = .sendsPerPrefix
        case .sendsPerApp: self = .sendsPerApp
        case .wrongCodesPerIP: self = .wrongCodesPerIP
        }
    }
}
