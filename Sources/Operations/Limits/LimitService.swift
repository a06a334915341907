import VerificationCore

/// What has been used of limits, how often they hold people, and resetting one.
package struct LimitService: Sendable {
    /// Whose limits a person asks about; the app's own limit is always among them.
    package struct Question: Sendable {
        package let app: String
        package let phone: PhoneNumber?
        package let address: IPAddress?
        /// As `PhoneNumber.prefix` writes it, because the audit keeps it; the phone's own prefix goes before it.
        package let prefix: String?

        package init(app: String, phone: PhoneNumber? = nil, address: IPAddress? = nil, prefix: String? = nil) {
            (self.app, self.phone, self.address, self.prefix) = (app, phone, address, prefix)
        }

        /// As text that may be shown and audited.
        package var words: String {
            let parts = [phone.map { $0.masked }, address.map { $0.network }, prefix.map { "prefix \($0)" }]
            return (["app \(app)"] + parts.compactMap { $0 }).joined(separator: ", ")
        }
    }

    /// How often limits held people within the last hour.
    package struct Held: Sendable {
        /// By the limit's name.
        package let byLimit: [TallySum]
        /// By the number's region, only limits on sends.
        package let byRegion: [TallySum]
    }

    private let limits: any VerificationStore
    private let apps: any AppStore
    private let permits: Permits
    /// Of all apps, or of a single app.
    package let held: KeyedCachedQuery<AppID?, Held>

    /// `now`: the store's clock, as far as this process knows it.
    package init(
        limits: any VerificationStore, apps: any AppStore, tallies: any TallyStore, permits: Permits,
        now: @escaping @Sendable () -> Timestamp
    ) {
        (self.limits, self.apps, self.permits) = (limits, apps, permits)
        held = KeyedCachedQuery(freshness: .seconds(3), now: now) { app in
            let question = TallyQuestion([.limited, .checkLimited], in: TallyWindow.hour.span(at: now()), app: app)
            var ofSends = question
            ofSends.kinds = [.limited]
            return Held(
                byLimit: try await tallies.sums(question, by: .reason, most: 20),
                byRegion: try await tallies.sums(ofSends, by: .region, most: 20))
        }
    }

    /// The names of the apps whose limits can be asked about.
    package func appNames() async throws(OperatorError) -> [String] {
        try await asked { () throws(StoreError) in try await apps.apps().readable.map(\.id.name) }
    }

    /// What has been used so far.
    ///
    /// To ask about a phone is noted in the audit.
    package func uses(
        of question: Question, for person: Operator
    ) async throws(OperatorError) -> (subject: LimitSubject, uses: [LimitUse]) {
        let action: OperatorAction = question.phone == nil ? .look : .unmask
        try await permits.look(action, at: "limits of \(question.words)", by: person)
        return try await read(question)
    }

    /// Throws the refusal of a person who may reset no limit, before what the person wrote is read.
    package func admit(_ person: Operator) async throws(OperatorError) {
        try await permits.preview(.resetLimit, on: "limits", by: person)
    }

    /// What a reset would clear: how much is used of each window of the limits.
    package func previewReset(
        of some: Set<LimitReached.Limit>, _ question: Question, for person: Operator
    ) async throws(OperatorError) -> (subject: LimitSubject, uses: [LimitUse]) {
        try await permits.preview(.resetLimit, on: words(some, of: question), by: person)
        let (subject, uses) = try await read(question, resetting: some)
        return (subject, uses.filter { some.contains($0.limit) })
    }

    /// Resets what has been used of the limits, so that the next request is admitted.
    package func reset(
        _ some: Set<LimitReached.Limit>, of question: Question, because reason: String, by person: Operator
    ) async throws(OperatorError) {
        try await permits.perform(.resetLimit, on: words(some, of: question), because: reason, by: person) {
            () throws(OperatorError) in
            let subject = try await subject(of: question, resetting: some)
            try await asked { () throws(StoreError) in try await limits.reset(some, of: subject) }
            return ""
        }
    }

    /// For the audit, for example `sends-per-phone of app shop, +49151•••678`.
    private func words(_ some: Set<LimitReached.Limit>, of question: Question) -> String {
        let names = LimitReached.Limit.allCases.filter(some.contains).map(\.rawValue)
        return "\(names.joined(separator: ", ")) of \(question.words)"
    }

    private func read(
        _ question: Question, resetting some: Set<LimitReached.Limit> = []
    ) async throws(OperatorError) -> (subject: LimitSubject, uses: [LimitUse]) {
        let subject = try await subject(of: question, resetting: some)
        return try await asked { () throws(StoreError) in (subject, try await limits.uses(of: subject)) }
    }

    /// Throws when one of the limits cannot be reset for the phone or address in the question.
    private func subject(
        of question: Question, resetting some: Set<LimitReached.Limit>
    ) async throws(OperatorError) -> LimitSubject {
        let app = try await asked { () throws(StoreError) in try await apps.apps().app(named: question.app) }
        guard let app else { throw .nothing("such app") }
        let subject = LimitSubject(
            app: app.id, rules: app.rules, phone: question.phone, address: question.address, prefix: question.prefix)
        for limit in some {
            if let obstacle = ResetObstacle(to: limit, of: subject) { throw .unusable(obstacle.sentence) }
        }
        return subject
    }
}

/// Why a limit cannot be reset for a phone, an address or an app.
package enum ResetObstacle: Sendable, Hashable {
    /// It counts for a single verification, and ends with it.
    case ofVerification(LimitReached.Limit)
    /// A project says how many sends of this kind there may be.
    case ofProject(LimitReached.Limit)
    /// The question does not name the phone, address or prefix for which it counts.
    case unnamed(LimitReached.Limit)

    /// Nil where the limit can be reset.
    package init?(to limit: LimitReached.Limit, of subject: LimitSubject) {
        switch limit {
        case .sendsPerVerification, .wrongCodesOfStrangers: self = .ofVerification(limit)
        case .unprovenSends, .sendsPerProof: self = .ofProject(limit)
        case .sendsPerPhone, .sendsPerIP, .sendsPerPrefix, .sendsPerApp, .sendsPerPhoneAndIP, .wrongCodesPerPhone,
            .wrongCodesPerIP, .wrongCodesPerTestNumber:
            guard subject.holder(of: limit) == nil else { return nil }
            self = .unnamed(limit)
        }
    }

    /// For a person who has asked on a page.
    package var sentence: String {
        switch self {
        case .ofVerification: "This limit ends with its verification: cancel that, or wait."
        case .ofProject: "This limit is a project's: let the project have more of these sends."
        case .unnamed(let limit): "Say whose \(limit.rawValue) to reset."
        }
    }
}
