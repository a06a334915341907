import VerificationCore

/// What is on record of a person's verifications, for operators who help the person.
package struct Records: Sendable {
    /// Why an operator gets no answer.
    package enum Refusal: Error, Sendable, Hashable {
        /// The operator's role does not allow it.
        case forbidden(OperatorDeed)
        case store(StoreProblem)
        case noSuchApp
        case noSuchVerification
        /// What was typed is neither an id nor a phone number.
        case unreadable
    }

    private let reader: any VerificationReader
    private let history: any PhoneHistory
    private let apps: any AppReader
    private let audit: any AuditLog

    package init(
        reader: any VerificationReader, history: any PhoneHistory, apps: any AppReader, audit: any AuditLog
    ) {
        (self.reader, self.history, self.apps, self.audit) = (reader, history, apps, audit)
    }

    /// The verification to which an id leads, in whichever app it is.
    package func verification(_ id: VerificationID, for person: Operator) async throws(Refusal) -> VerificationReport {
        try await allow(.look, to: person, subject: "\(id)")
        for app in try await allApps() {
            let found = try await ask { () throws(StoreProblem) in try await reader.verification(id, of: app.id) }
            if case .found(let report) = found { return report }
        }
        throw .noSuchVerification
    }

    /// A phone's verifications in all apps, newest first, `limit` of each app at most; the search is noted in the audit.
    package func verifications(
        of phone: PhoneNumber, limit: Int, for person: Operator
    ) async throws(Refusal) -> [VerificationReport] {
        try await allow(.unmask, to: person, subject: "search for \(phone.masked)")
        var reports: [VerificationReport] = []
        for app in try await allApps() {
            reports += try await ask { () throws(StoreProblem) in
                try await history.verifications(
                    of: PhoneKey(app: app.id, phone: phone.e164), before: nil, limit: limit)
            }
        }
        return reports.sorted { $0.id > $1.id }
    }

    private func allApps() async throws(Refusal) -> [App] {
        try await ask { () throws(StoreProblem) in try await apps.apps().readable }
    }

    /// Notes deeds beyond looking, also those that the role does not allow.
    private func allow(_ deed: OperatorDeed, to person: Operator, subject: String) async throws(Refusal) {
        let isAllowed = person.may(deed)
        if deed != .look || !isAllowed {
            let entry = AuditEntry(
                actor: person.name.text, deed: deed, subject: subject, result: isAllowed ? .done : .forbidden)
            try await ask { () throws(StoreProblem) in try await audit.note(entry) }
        }
        guard isAllowed else { throw .forbidden(deed) }
    }

    private func ask<Value: Sendable>(
        _ body: () async throws(StoreProblem) -> Value
    ) async throws(Refusal) -> Value {
        do { return try await body() } catch { throw .store(error) }
    }
}
