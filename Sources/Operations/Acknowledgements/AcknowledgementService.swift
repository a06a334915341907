import VerificationCore

/// What operators acknowledge of the verdict: they know of a finding, so that it colours no page for a while.
package struct AcknowledgementService: Sendable {
    /// For how long a person acknowledges who says nothing else.
    package static let usual = Duration.seconds(3_600)

    private let store: any AcknowledgementStore
    private let watch: SituationWatch
    private let permits: Permits
    private let now: @Sendable () -> Timestamp

    /// `now`: the store's clock, as far as this process knows it.
    package init(
        store: any AcknowledgementStore, watch: SituationWatch, permits: Permits,
        now: @escaping @Sendable () -> Timestamp
    ) {
        (self.store, self.watch, self.permits, self.now) = (store, watch, permits, now)
    }

    /// What would be acknowledged, as it is now; throws the refusal, also where the rule does not hold.
    package func preview(
        _ rule: Rule, for person: Operator
    ) async throws(OperatorError) -> Judgement.RuleFinding {
        try await permits.preview(.acknowledge, on: subject(rule), by: person)
        return try await finding(of: rule)
    }

    /// Acknowledges what a person has seen of a rule.
    ///
    /// Where the finding has become graver since, or accuses another, nothing is acknowledged: the person has not seen it.
    ///
    /// - Parameters:
    ///   - rule: whose finding.
    ///   - seen: how grave it was when the person read it, and what it accused.
    ///   - until: when the acknowledgement ends.
    ///   - reason: why.
    ///   - person: who does it.
    /// - Throws: the refusal.
    package func acknowledge(
        _ rule: Rule, seen: Seen, until: Timestamp, because reason: String, by person: Operator
    ) async throws(OperatorError) {
        let subject = subject(rule)
        try await permits.perform(.acknowledge, on: subject, because: reason, by: person) {
            () throws(OperatorError) in
            guard until > now() else { throw .unusable("The end must be a time to come.") }
            guard until - now() <= Acknowledgement.longest else { throw .unusable("The end is at most 7 days away.") }
            let finding = try await finding(of: rule)
            guard finding.level.rank <= seen.level, finding.subjects.isSubset(of: seen.subjects) else {
                throw .unusable("It has become graver, or is about more than before. Read it again.")
            }
            let draft = AcknowledgementDraft(
                rule: rule.rawValue, level: finding.level.rank, subjects: finding.subjects, who: person.name.text,
                reason: reason, until: until)
            _ = try await asked { () throws(StoreError) in try await store.acknowledge(draft) }
            return "until \(until.rfc3339)"
        }
    }

    /// What would be taken back; throws the refusal, also where nothing is acknowledged.
    package func previewTakingBack(
        of rule: Rule, for person: Operator
    ) async throws(OperatorError) -> Acknowledgement {
        try await permits.preview(.acknowledge, on: subject(rule), by: person)
        let all = try await asked { () throws(StoreError) in try await store.acknowledgements() }
        guard let made = all.first(where: { $0.rule == rule.rawValue }) else { throw nothing(rule) }
        return made
    }

    /// Ends the acknowledgement of a rule.
    package func takeBack(of rule: Rule, because reason: String, by person: Operator) async throws(OperatorError) {
        try await permits.perform(.acknowledge, on: subject(rule), because: reason, by: person) {
            () throws(OperatorError) in
            let made = try await asked { () throws(StoreError) in try await store.takeBack(of: rule.rawValue) }
            guard made != nil else { throw nothing(rule) }
            return "taken back"
        }
    }

    /// How grave a finding was when a person read it, and what it accused.
    package struct Seen: Sendable, Hashable {
        /// The rank of `Judgement.Level`.
        package let level: Int
        package let subjects: Set<String>

        package init(level: Int, subjects: Set<String>) { (self.level, self.subjects) = (level, subjects) }

        package init(_ finding: Judgement.RuleFinding) {
            self.init(level: finding.level.rank, subjects: finding.subjects)
        }
    }

    private func subject(_ rule: Rule) -> String { "rule \(rule.rawValue)" }

    private func nothing(_ rule: Rule) -> OperatorError { .nothing("acknowledgement of \(rule.rawValue)") }

    /// What is on purpose needs no acknowledgement.
    private func finding(of rule: Rule) async throws(OperatorError) -> Judgement.RuleFinding {
        let judgement = await watch.look().judgement
        let finding = judgement.holding.first { $0.rule == rule }
        guard let finding, !judgement.intents.contains(where: { $0.finding.rule == rule }) else {
            throw .nothing("finding of \(rule.rawValue) now")
        }
        return finding
    }
}
