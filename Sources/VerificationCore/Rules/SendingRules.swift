import Messages

/// The rules under which an app sends; each rule but the regions has a default that the app may change.
///
/// Where a rule lists several limits, all of them must admit.
package struct SendingRules: Sendable, Hashable {
    /// For this long after a send, asking again sends nothing.
    package var resendAfter: Duration
    /// How long a code is good, counted from the claim of its first send.
    package var codeLife: Duration
    /// How many digits a code has: 4 to 10.
    package var codeDigits: Int
    /// How many SMS a verification may have, the first included.
    package var maxSends: Int
    /// How many wrong codes end a verification.
    package var maxChecks: Int
    /// Limits on the sends to a phone.
    package var sendsPerPhone: [RateLimit]
    /// Limits on the sends that an address asks for.
    package var sendsPerIP: [RateLimit]
    /// Limits on the sends to numbers that begin alike; see `PhoneNumber.prefix`.
    package var sendsPerPrefix: [RateLimit]
    /// Limits on all sends of the app.
    package var sendsPerApp: [RateLimit]
    /// Limits on the wrong codes of a phone, over all its verifications; right codes do not count.
    package var wrongCodesPerPhone: [RateLimit]
    /// Limits on the wrong codes from an address.
    package var wrongCodesPerIP: [RateLimit]
    /// The regions that the app sends to; it sends nowhere else.
    package var regions: Regions
    /// Kinds of numbers that apps refuse and this app serves; see `PhoneNumber.Kind.cannotGetSMS`.
    package var allowedKinds: Set<PhoneNumber.Kind>
    package var whenUnknown: UnknownOutcomePolicy
    /// Whether only test numbers work.
    package var isTesting: Bool
    /// Whether the app's test numbers have an effect; without it they are numbers like any others.
    package var takesTestNumbers: Bool
    /// How many test numbers the app may have.
    package var maxTestNumbers: Int
    /// How many segments a text of the app's own may have; an autofill line may need one more segment.
    package var maxSegments: Int
    /// Whether a text takes plain letters, such as `c` for `ç`, where they save a segment.
    package var transliterate: Bool
    /// Whether a message asks the person to keep the code secret, where its segment has room for the sentence.
    package var warn: Bool
    /// The last line of messages whose request names none, where it costs no segment more; nil for no line.
    package var webOTPLine: Autofill?

    package init(
        resendAfter: Duration = .seconds(60), codeLife: Duration = .seconds(600), codeDigits: Int = 6,
        maxSends: Int = 5, maxChecks: Int = 5,
        sendsPerPhone: [RateLimit] = [RateLimit(5, per: .seconds(600)), RateLimit(10, per: .seconds(86_400))],
        sendsPerIP: [RateLimit] = [RateLimit(20, per: .seconds(3_600))],
        sendsPerPrefix: [RateLimit] = [RateLimit(10_000, per: .seconds(3_600))],
        sendsPerApp: [RateLimit] = [RateLimit(100_000, per: .seconds(86_400))],
        wrongCodesPerPhone: [RateLimit] = [RateLimit(10, per: .seconds(3_600)), RateLimit(20, per: .seconds(86_400))],
        wrongCodesPerIP: [RateLimit] = [RateLimit(60, per: .seconds(3_600))],
        regions: Regions = .all, allowedKinds: Set<PhoneNumber.Kind> = [], whenUnknown: UnknownOutcomePolicy = .hold,
        isTesting: Bool = false, takesTestNumbers: Bool = true,
        maxTestNumbers: Int = 10, maxSegments: Int = 1, transliterate: Bool = false, warn: Bool = false
    ) {
        self.resendAfter = resendAfter
        self.codeLife = codeLife
        self.codeDigits = codeDigits
        self.maxSends = maxSends
        self.maxChecks = maxChecks
        self.sendsPerPhone = sendsPerPhone
        self.sendsPerIP = sendsPerIP
        self.sendsPerPrefix = sendsPerPrefix
        self.sendsPerApp = sendsPerApp
        self.wrongCodesPerPhone = wrongCodesPerPhone
        self.wrongCodesPerIP = wrongCodesPerIP
        self.regions = regions
        self.allowedKinds = allowedKinds
        self.whenUnknown = whenUnknown
        self.isTesting = isTesting
        self.takesTestNumbers = takesTestNumbers
        self.maxTestNumbers = maxTestNumbers
        self.maxSegments = maxSegments
        self.transliterate = transliterate
        self.warn = warn
    }

    package static let standard = SendingRules()

    /// Whether the rules leave no number at all: only test numbers work, and they are switched off.
    package var leavesNoNumber: Bool { isTesting && !takesTestNumbers }
}

extension SendingRules {
    /// How many lives resends make of one, at most.
    package static let mostLives = 2

    /// The last moment at which a code of now can be right, however often it is sent again.
    func lastEnd(ofCodeFrom now: Timestamp) -> Timestamp { now + codeLife * Self.mostLives }

    /// When a live code ends that is sent again at `now`: half a life from now, or later where it lives longer anyway.
    ///
    /// Nil when that would be too long after its first send. Then the person gets a new code, because a code that
    /// expires before the person can type it is useless.
    func end(of live: LiveVerification, sentAgainAt now: Timestamp) -> Timestamp? {
        let wanted = now + codeLife / 2
        if wanted <= live.expiresAt { return live.expiresAt }
        return wanted <= live.lastEnd ? wanted : nil
    }
}

extension SendingRules {
    /// The rules of an emulator, where a developer's tests send and guess as often as they like.
    package var withoutLimits: SendingRules {
        var rules = self
        (rules.sendsPerPhone, rules.sendsPerIP, rules.sendsPerPrefix, rules.sendsPerApp) = ([], [], [], [])
        (rules.wrongCodesPerPhone, rules.wrongCodesPerIP) = ([], [])
        (rules.maxSends, rules.maxChecks) = (RuleBook.mostMessages, RuleBook.mostMessages)
        return rules
    }

    /// The rules without these limits.
    func lifting(_ lifted: LiftedLimits) -> SendingRules {
        var rules = self
        if lifted.contains(.sendsPerPhone) { rules.sendsPerPhone = [] }
        if lifted.contains(.sendsPerPrefix) { rules.sendsPerPrefix = [] }
        if lifted.contains(.sendsPerIP) { rules.sendsPerIP = [] }
        return rules
    }
}

extension SendingRules {
    /// Whether the app sends to numbers of a kind, as far as the kind matters.
    package func takes(_ kind: PhoneNumber.Kind) -> Bool { !kind.cannotGetSMS || allowedKinds.contains(kind) }

    /// Why the app refuses every request for a number; nil when it does not.
    ///
    /// Limits are not asked here. `isBlocked`: whether an operator's block holds the request, see `BlockRules`.
    package func refusal(of phone: PhoneNumber, isTestNumber: Bool, isBlocked: Bool) -> RefusalReason? {
        if !takes(phone.kind) { return .kindNotAllowed }
        // Nothing is sent to a test number, so neither its region nor a block matters.
        if isTestNumber { return nil }
        if phone.kind == .fiction { return .fictionalNumber }
        if isTesting { return .testingMode }
        if !regions.contains(phone.region) { return .regionNotAllowed }
        return isBlocked ? .blocked : nil
    }
}

extension SendingRules {
    /// What a caller may know of `live` at `now`.
    package func summary(of live: LiveVerification, now: Timestamp) -> LiveSummary {
        LiveSummary(
            verification: live.id, expiresAt: live.expiresAt,
            resendAfter: live.resendAfter ?? now, remainingSends: max(0, maxSends - live.sends),
            remainingChecks: max(0, maxChecks - live.wrongCodes))
    }
}

extension SendingRules {
    /// The shared limits in which a send for this request counts, without limits that the app does not set.
    func sharedLimits(of request: VerificationRequest) -> [SharedLimit] {
        let limits = sharedLimits(
            of: request.app, network: request.clientIP?.network, prefix: request.phone.prefix)
        return request.asker == .device ? limits + limitsOnDevices(request) : limits
    }

    /// The same limits, for a send whose caller gives only the network and the prefix.
    ///
    /// `network` is an `IPAddress.network`, `prefix` a `PhoneNumber.prefix`.
    package func sharedLimits(of app: AppID, network: String?, prefix: String?) -> [SharedLimit] {
        var limits: [SharedLimit] = []
        limits.add(.sendsPerIP, of: app, for: network, by: sendsPerIP)
        limits.add(.sendsPerPrefix, of: app, for: prefix, by: sendsPerPrefix)
        limits.add(.sendsPerApp, of: app, for: "", by: sendsPerApp)
        return limits
    }

    /// The limits of a send that an app on a device has asked for, or an attacker with the app's public key.
    private func limitsOnDevices(_ request: VerificationRequest) -> [SharedLimit] {
        var limits: [SharedLimit] = []
        if let address = request.clientIP {
            let both = "\(request.phone.e164) \(address.network)"
            limits.add(.sendsPerPhoneAndIP, of: request.app, for: both, by: sendsPerPhone.map(\.share))
            for (network, multiple) in address.widerNetworks {
                limits.add(.sendsPerIP, of: request.app, for: network, by: sendsPerIP.map { $0 * multiple })
            }
        }
        switch request.appVerification {
        case .proven(let proof):
            let value = "\(proof.kind.rawValue) \(proof.digest)"
            limits.add(.sendsPerProof, of: request.app, for: value, by: proof.limits)
        case .unproven(_, let sends): limits.add(.unprovenSends, of: request.app, for: "", by: sends)
        case nil: break
        }
        return limits
    }

    /// The shared limit in which a wrong code counts; nil when the network is unknown or the app does not limit it.
    package func sharedLimit(onWrongCodesFrom network: String?, of app: AppID) -> SharedLimit? {
        guard let network, !wrongCodesPerIP.isEmpty else { return nil }
        return SharedLimit(key: LimitKey(app: app, scope: .wrongCodesPerIP, value: network), windows: wrongCodesPerIP)
    }
}

extension [SharedLimit] {
    /// Adds a limit, unless the value for which it counts is unknown, or the app does not set the limit.
    fileprivate mutating func add(
        _ scope: LimitKey.Scope, of app: AppID, for value: String?, by windows: [RateLimit]
    ) {
        guard let value, !windows.isEmpty else { return }
        append(SharedLimit(key: LimitKey(app: app, scope: scope, value: value), windows: windows))
    }
}

/// What a worker does by itself when it cannot know whether an SMS left.
package enum UnknownOutcomePolicy: String, Sendable, CaseIterable {
    /// It sends nothing. The person's next request after `resendAfter` sends the same code.
    case hold
    /// It sends the same code once more, marked as a possible duplicate.
    case resend
}

/// Why a request is not served at all.
package enum RefusalReason: String, Sendable, CaseIterable {
    /// Every app refuses numbers of this kind; see `PhoneNumber.Kind.cannotGetSMS`.
    case kindNotAllowed = "kind-not-allowed"
    /// No person can own the number, see `PhoneNumber.Kind.fiction`, and it is not a test number of the app.
    case fictionalNumber = "fictional-number"
    /// The app does not send to the number's region.
    case regionNotAllowed = "region-not-allowed"
    /// The app is in testing mode, and the number is not a test number of it.
    case testingMode = "testing-mode"
    /// An operator has blocked the number, its prefix or the address; the reason does not say which of them.
    case blocked
}
