import VerificationCore

/// What is on record of a person's verifications, for operators who help the person.
package struct Records: Sendable {
    private let reader: any VerificationReader
    private let history: any PhoneHistory
    private let finder: any VerificationFinder
    private let apps: any AppReader
    private let permits: Permits

    package init(
        reader: any VerificationReader, history: any PhoneHistory, finder: any VerificationFinder,
        apps: any AppReader, permits: Permits
    ) {
        (self.reader, self.history, self.finder) = (reader, history, finder)
        (self.apps, self.permits) = (apps, permits)
    }

    /// The verification to which an id leads, in whichever app it is.
    package func verification(
        _ id: VerificationID, for person: Operator
    ) async throws(OperatorProblem) -> VerificationReport {
        try await permits.look(at: "verification \(id)", by: person)
        for app in try await allApps() {
            let found = try await asked { () throws(StoreProblem) in try await reader.verification(id, of: app.id) }
            if case .found(let report) = found { return report }
        }
        throw .nothing("verification \(id)")
    }

    /// A phone's verifications in all apps, newest first, `limit` of each app at most; the search is noted in the audit.
    package func verifications(
        of phone: PhoneNumber, limit: Int, for person: Operator
    ) async throws(OperatorProblem) -> [VerificationReport] {
        try await permits.look(.unmask, at: "search for \(phone.masked)", by: person)
        var reports: [VerificationReport] = []
        for app in try await allApps() {
            reports += try await asked { () throws(StoreProblem) in
                try await history.verifications(
                    of: PhoneKey(app: app.id, phone: phone.e164), before: nil, limit: limit)
            }
        }
        return reports.sorted { $0.id > $1.id }
    }

    /// The verifications that another system calls by this text, newest first: a trace's id, or a message's at a gateway.
    package func verifications(
        named text: String, limit: Int, for person: Operator
    ) async throws(OperatorProblem) -> [VerificationReport] {
        try await permits.look(at: "verifications by name", by: person)
        return try await asked { () throws(StoreProblem) in
            if let trace = TraceID(text) {
                let found = try await finder.verifications(inTrace: trace, limit: limit)
                if !found.isEmpty { return found }
            }
            return try await finder.verifications(withGatewayID: text, limit: limit)
        }
    }

    /// Whether the person may see whole numbers; throws the refusal.
    package func previewNumber(of id: VerificationID, for person: Operator) async throws(OperatorProblem) {
        try await permits.preview(.unmask, on: "number of verification \(id)", by: person)
    }

    /// The whole number of a verification's phone; who saw it and why is in the audit.
    package func number(
        of id: VerificationID, because reason: String, for person: Operator
    ) async throws(OperatorProblem) -> String {
        try await previewNumber(of: id, for: person)
        let report = try await verification(id, for: person)
        try await permits.perform(.unmask, on: "number of verification \(id)", because: reason, by: person) {
            () throws(OperatorProblem) in ""
        }
        return report.phone
    }

    private func allApps() async throws(OperatorProblem) -> [App] {
        try await asked { () throws(StoreProblem) in try await apps.apps().readable }
    }
}
