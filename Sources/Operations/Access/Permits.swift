import VerificationCore

/// Asks whether a person's role allows an action, and keeps in the audit what people did and what they were refused.
package struct Permits: Sendable {
    private let audit: any AuditLog
    private let policy: AuditPolicy

    /// `policy`: whether an action is done while the audit takes no line.
    package init(audit: any AuditLog, policy: AuditPolicy = .required) {
        (self.audit, self.policy) = (audit, policy)
    }

    /// Lets a person look at something.
    ///
    /// Nothing is noted unless the person's role is too low, or the action is more than looking, for example the search
    /// for a phone number. Such a look needs its line under each policy: no operator sees a whole number without a
    /// trace of it.
    package func look(
        _ action: OperatorAction = .look, at subject: String, by person: Operator
    ) async throws(OperatorError) {
        guard person.may(action) else { throw await refused(action, on: subject, because: "", to: person) }
        if action != .look {
            try await asked { () throws(StoreError) in
                try await note(action, on: subject, because: "", result: .done, by: person)
            }
        }
    }

    /// Lets a person see what an action would do.
    ///
    /// Nothing is noted unless the person's role is too low.
    package func preview(_ action: OperatorAction, on subject: String, by person: Operator)
        async throws(OperatorError)
    {
        guard person.may(action) else { throw await refused(action, on: subject, because: "", to: person) }
    }

    /// Performs an action for a person, and notes it with its result.
    ///
    /// A person who changes nothing leaves no line. A process that dies in the middle leaves an action without its
    /// line; the log of the process has it.
    ///
    /// - Parameters:
    ///   - action: what is done.
    ///   - subject: what it is done to, for example `queue requests`; no whole phone number.
    ///   - reason: why, as the person wrote it.
    ///   - person: who does it.
    ///   - body: does it, and answers a value for the caller and a short text of what was done, for example `12 moved`.
    ///     The text is empty where nothing is to say, and nil where nothing was changed.
    /// - Returns: the value of `body`.
    /// - Throws: `forbidden` for a role that is too low, what `body` throws, or that the audit cannot be written.
    package func perform<Value>(
        _ action: OperatorAction, on subject: String, because reason: String, by person: Operator,
        _ body: () async throws(OperatorError) -> (value: Value, done: String?)
    ) async throws(OperatorError) -> Value {
        guard person.may(action) else { throw await refused(action, on: subject, because: reason, to: person) }
        try await expectAudit()
        let (value, done): (Value, String?)
        do { (value, done) = try await body() } catch {
            // The failure itself is what the person must learn.
            if isWorthNoting(error) {
                try? await note(action, on: subject, because: reason, result: .failed, by: person)
            }
            throw error
        }
        guard let done else { return value }
        do {
            try await note(
                action, on: done.isEmpty ? subject : "\(subject): \(done)", because: reason, result: .done, by: person)
        } catch {
            try await miss(error)
        }
        return value
    }

    /// The same for an action whose caller needs no value.
    package func perform(
        _ action: OperatorAction, on subject: String, because reason: String, by person: Operator,
        _ body: () async throws(OperatorError) -> String?
    ) async throws(OperatorError) {
        try await perform(action, on: subject, because: reason, by: person) { () throws(OperatorError) in
            (value: (), done: try await body())
        }
    }

    /// The same for a change where the store answers whether it has changed anything; the caller gets that answer too.
    ///
    /// `done`: a short text of what was done, where the subject does not say it.
    package func change(
        _ action: OperatorAction, on subject: String, done: String = "", because reason: String, by person: Operator,
        _ body: () async throws(StoreError) -> Bool
    ) async throws(OperatorError) -> Bool {
        try await perform(action, on: subject, because: reason, by: person) { () throws(OperatorError) in
            let isChanged = try await asked(body)
            return (isChanged, isChanged ? done : nil)
        }
    }

    /// Notes what a person has done already, where the surface has looked at the person's right itself.
    ///
    /// Throws where a missing line is a failure.
    package func note(done action: OperatorAction, on subject: String, by person: Operator) async throws(OperatorError)
    {
        do {
            try await note(action, on: subject, because: "", result: .done, by: person)
        } catch {
            try await miss(error)
        }
    }

    /// Throws where an action needs the audit, and the audit gives no answer.
    private func expectAudit() async throws(OperatorError) {
        switch policy {
        case .required:
            _ = try await asked { () throws(StoreError) in try await audit.page(.all, before: nil, limit: 1) }
        case .wanted: break
        }
    }

    /// A command waits no second time for a store that gave no answer.
    private func isWorthNoting(_ failure: OperatorError) -> Bool {
        switch (policy, failure) {
        case (.wanted, .store): false
        case (.wanted, _), (.required, _): true
        }
    }

    /// What follows from a line that is missing.
    private func miss(_ problem: StoreError) async throws(OperatorError) {
        switch policy {
        case .required: throw .store(problem)
        case .wanted(let tell): await tell(problem)
        }
    }

    private func refused(
        _ action: OperatorAction, on subject: String, because reason: String, to person: Operator
    ) async -> OperatorError {
        do {
            try await note(action, on: subject, because: reason, result: .forbidden, by: person)
            return .forbidden(action)
        } catch {
            return .store(error)
        }
    }

    private func note(
        _ action: OperatorAction, on subject: String, because reason: String, result: AuditEntry.Result,
        by person: Operator
    ) async throws(StoreError) {
        try await audit.note(
            AuditEntry(
                actor: person.name.text, action: action, subject: subject, reason: reason, result: result,
                address: person.address))
    }
}

extension Permits {
    /// Permits that leave no line, for an emulator, where nobody has to answer for anything.
    package static let unaudited = Permits(audit: NoAudit(), policy: .wanted { _ in })
}

/// An audit without lines.
private struct NoAudit: AuditLog {
    func note(_ entry: AuditEntry) {}

    func page(_ filter: AuditFilter, before number: Int64?, limit: Int) -> AuditPage {
        AuditPage(lines: [], next: nil, isCutShort: false)
    }
}

/// Whether an action is done while the audit takes no line.
///
/// Surfaces differ here, and nowhere else, in what an action does.
package enum AuditPolicy: Sendable {
    /// Nothing is done: the dashboard's pages. People far away act there, and their reasons must be on record.
    case required
    /// The action is done, and the closure hears why its line is missing.
    ///
    /// It is for commands, because an operator with a terminal must be able to help in an outage, and for the calls of
    /// backends, whose users wait.
    case wanted(@Sendable (StoreError) async -> Void)
}
