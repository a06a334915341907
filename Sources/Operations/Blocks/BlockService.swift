import VerificationCore

/// What operators block and always allow.
package struct BlockService: Sendable {
    /// A rule as a person wants it.
    package struct Draft: Sendable {
        package let target: BlockTarget
        package let action: BlockRule.Action
        /// Nil for a rule without an end.
        package let until: Timestamp?

        package init(target: BlockTarget, action: BlockRule.Action, until: Timestamp?) {
            (self.target, self.action, self.until) = (target, action, until)
        }
    }

    private let store: any BlockStore
    private let phones: any PhoneNumberParser
    private let permits: Permits
    private let now: @Sendable () -> Timestamp
    /// The newest rules, the newest first.
    package let newest: CachedQuery<[BlockRule]>
    /// How many rules a page shows at most.
    package static let pageSize = 50

    /// `now`: the store's clock, as far as this process knows it.
    package init(
        store: any BlockStore, phones: any PhoneNumberParser, permits: Permits,
        now: @escaping @Sendable () -> Timestamp
    ) {
        (self.store, self.phones, self.permits, self.now) = (store, phones, permits, now)
        newest = CachedQuery(now: now) { try await store.rules(before: nil, limit: Self.pageSize) }
    }

    /// Rules older than the rule of this id, the newest first.
    package func rules(before id: Int64) async throws(OperatorError) -> [BlockRule] {
        try await asked { () throws(StoreError) in try await store.rules(before: id, limit: Self.pageSize) }
    }

    /// The rules that hold for a number, the widest first; the last of them decides.
    package func rules(about phone: PhoneNumber) async throws(OperatorError) -> [BlockRule] {
        let lengths = 2...max(2, phone.e164.utf8.count)
        let prefixes = lengths.compactMap { PhonePrefix(String(phone.e164.prefix($0))) }.map(BlockTarget.prefix)
        return try await asked { () throws(StoreError) in
            var found: [BlockRule] = []
            for target in prefixes + [.number(phone.e164)] {
                if let rule = try await store.rule(on: target), rule.holds(at: now()) { found.append(rule) }
            }
            return found
        }
    }

    /// Throws the refusal of a person who may change no rule, before what the person wrote is read.
    package func admit(_ person: Operator) async throws(OperatorError) {
        try await permits.preview(.changeBlock, on: "rules", by: person)
    }

    /// The rule that stands on the same target and would be changed; nil when the rule would be new.
    package func preview(_ draft: Draft, for person: Operator) async throws(OperatorError) -> BlockRule? {
        try await permits.preview(.changeBlock, on: subject(draft.target), by: person)
        try check(draft)
        return try await asked { () throws(StoreError) in try await store.rule(on: draft.target) }
    }

    /// Adds the rule, or changes the rule on the same target; answers the rule, and what stood on the target before.
    package func add(
        _ draft: Draft, because reason: String, by person: Operator
    ) async throws(OperatorError) -> (rule: BlockRule, former: BlockRule?) {
        let subject = "\(draft.action.rawValue) \(subject(draft.target))"
        return try await permits.perform(.changeBlock, on: subject, because: reason, by: person) {
            () throws(OperatorError) in
            try check(draft)
            let added = try await asked { () throws(StoreError) in
                try await store.add(
                    BlockDraft(
                        target: draft.target, action: draft.action, who: person.name.text, reason: reason,
                        until: draft.until))
            }
            switch added {
            case .tooMany: throw .unusable("There are \(BlockRule.most) rules already. Remove one first.")
            case .added(let rule, let former):
                return ((rule, former), former.map { "was \($0.action.rawValue)" } ?? "")
            }
        }
    }

    /// The rule that would be removed.
    package func previewRemoval(of id: Int64, for person: Operator) async throws(OperatorError) -> BlockRule {
        try await permits.preview(.changeBlock, on: "rule \(id)", by: person)
        let rule = try await asked { () throws(StoreError) in try await store.rule(id) }
        guard let rule else { throw .nothing("rule \(id)") }
        return rule
    }

    /// The same for the rule on this very target.
    package func previewRemoval(
        on target: BlockTarget, for person: Operator
    ) async throws(OperatorError) -> BlockRule {
        try await permits.preview(.changeBlock, on: "rule on \(subject(target))", by: person)
        let rule = try await asked { () throws(StoreError) in try await store.rule(on: target) }
        guard let rule else { throw .nothing("rule on \(subject(target))") }
        return rule
    }

    /// Removes the rule, and answers what it said.
    package func remove(
        _ id: Int64, because reason: String, by person: Operator
    ) async throws(OperatorError) -> BlockRule {
        let standing = try await previewRemoval(of: id, for: person)
        let subject = "remove rule on \(subject(standing.target))"
        return try await permits.perform(.changeBlock, on: subject, because: reason, by: person) {
            () throws(OperatorError) in
            let rule = try await asked { () throws(StoreError) in try await store.remove(id) }
            guard let rule else { throw .nothing("rule \(id)") }
            return (rule, "was \(rule.action.rawValue)")
        }
    }

    /// The target as text that every role may see.
    package func subject(_ target: BlockTarget) -> String { "\(target.kind.rawValue) \(masked(target))" }

    private func masked(_ target: BlockTarget) -> String { target.masked(by: phones) }

    private func check(_ draft: Draft) throws(OperatorError) {
        guard draft.until.map({ $0 > now() }) ?? true else { throw .unusable("The end must be a time to come.") }
    }
}
