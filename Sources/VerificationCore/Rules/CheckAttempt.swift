/// One try of a code, as a caller asks for it.
package struct CheckAttempt: Sendable {
    /// Which verification is meant.
    package enum Subject: Sendable, Hashable {
        /// The verification that a request's id leads to.
        case request(VerificationID)
        /// A phone's live verification.
        case phone(PhoneKey)
    }

    package let subject: Subject
    package let app: AppID
    package let code: TypedCode
    /// The address of the person's device; nil when the caller does not say.
    ///
    /// Without it a wrong code counts for the address that asked for the verification.
    package let clientIP: IPAddress?
    package let asker: Asker
    package let rules: SendingRules
    /// Made from the call's idempotency key: the same call again has the same answer.
    package let key: KeyID?
    /// Whether the app has an endpoint for events.
    package let tellsEvents: Bool

    /// Takes the try as the caller made it; another app's verifications do not exist for `app`.
    ///
    /// Without an idempotency key each call is a new try: a right code approves once, and each wrong code counts.
    package init(
        _ subject: Subject, of app: AppID, code: TypedCode, clientIP: IPAddress? = nil,
        asker: Asker = .backend, rules: SendingRules, idempotencyKey: IdempotencyKey? = nil, tellsEvents: Bool = false
    ) {
        self.subject = subject
        self.app = app
        self.code = code
        self.clientIP = clientIP
        self.asker = asker
        self.rules = rules
        key = idempotencyKey?.checkID(of: app)
        self.tellsEvents = tellsEvents
    }
}

extension CheckAttempt {
    /// Where the caller stands to a verification.
    enum Standing: Sendable, Hashable {
        /// A backend, whose limits hold every code.
        case backend
        /// A device in the network that asked for the verification, or a device when one of the two networks is
        /// unknown.
        case starter
        /// A device in another network; it may belong to any person who has asked for the same number.
        case stranger
        /// A developer's program.
        case emulator
    }

    /// The shared limits of one try.
    struct Limits: Sendable, Hashable {
        /// All of them must admit a wrong code, or even the right code is not taken.
        var holding: [SharedLimit] = []
        /// Where a wrong code counts.
        var counting: [SharedLimit] = []
    }

    /// How many wrong codes all strangers together may try on a verification; they never end it.
    package static let strangersCodes = 2
    /// How many wrong codes devices may try on a test number, whose code does not change.
    package static let testNumberCodes = RateLimit(100, per: .seconds(3_600))

    /// `starter`: the network that asked for the verification; nil where it is not on record.
    func standing(startedFrom starter: String?) -> Standing {
        switch asker {
        case .backend: .backend
        case .emulator: .emulator
        case .device: starter == nil || clientIP == nil || clientIP?.network == starter ? .starter : .stranger
        }
    }

    /// The shared limits of a try, by where the caller stands.
    ///
    /// A stranger's wrong codes count apart, so that an attacker cannot lock the person out with them. The right code
    /// of the starter is always taken: how often the starter may guess, the sends to the phone bound, each with
    /// `maxChecks` wrong codes. A test number's sends are not bounded. So there the limits hold every code from a
    /// device.
    func limits(
        on verification: VerificationID, of phone: PhoneKey, isTestNumber: Bool, startedFrom starter: String?
    ) -> Limits {
        let network = limits(onNetworkStartedFrom: starter)
        switch (standing(startedFrom: starter), isTestNumber) {
        case (.emulator, _), (.backend, true): return Limits()
        case (.backend, false): return Limits(holding: network, counting: network)
        case (.starter, false): return Limits(holding: [], counting: network)
        case (.stranger, false):
            let codes = RateLimit(Self.strangersCodes, per: rules.codeLife * SendingRules.mostLives)
            let all = network + [limit(.wrongCodesOfStrangers, of: "\(verification)", by: codes)]
            return Limits(holding: all, counting: all)
        case (.starter, true), (.stranger, true):
            let all = network + [limit(.wrongCodesPerTestNumber, of: phone.phone, by: Self.testNumberCodes)]
            return Limits(holding: all, counting: all)
        }
    }

    /// All limits that `limits` may return, so that the store can load their counts before it knows which apply.
    package func possibleLimits(
        on verification: VerificationID, of phone: PhoneKey, startedFrom starter: String?
    ) -> [SharedLimit] {
        let of = { (isTestNumber: Bool) in
            limits(on: verification, of: phone, isTestNumber: isTestNumber, startedFrom: starter).counting
        }
        // Only for devices a test number has limits too.
        return asker == .device ? of(false) + of(true) : of(false)
    }

    /// The limit of the caller's network, and for a device those of the wider networks around it.
    private func limits(onNetworkStartedFrom starter: String?) -> [SharedLimit] {
        guard let own = rules.sharedLimit(onWrongCodesFrom: clientIP?.network ?? starter, of: app) else { return [] }
        guard asker == .device, let clientIP else { return [own] }
        return [own]
            + clientIP.widerNetworks.map { network, multiple in
                SharedLimit(
                    key: LimitKey(app: app, scope: .wrongCodesPerIP, value: network),
                    windows: rules.wrongCodesPerIP.map { $0 * multiple })
            }
    }

    private func limit(_ scope: LimitKey.Scope, of value: String, by window: RateLimit) -> SharedLimit {
        SharedLimit(key: LimitKey(app: app, scope: scope, value: value), windows: [window])
    }
}
