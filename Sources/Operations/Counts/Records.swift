import VerificationCore

/// What is on record of people's verifications, for operators who help a person or look into trouble.
package struct Records: Sendable {
    /// How many verifications a page has at most.
    package static let pageLength = 50

    private let finder: any VerificationStore
    private let permits: Permits
    private let now: @Sendable () -> Timestamp
    /// The page without a filter, which many people look at; what fits of it is shown while the database is away.
    private let newest: CachedQuery<VerificationPage>

    /// `now`: the store's clock, as far as this process knows it.
    package init(finder: any VerificationStore, permits: Permits, now: @escaping @Sendable () -> Timestamp) {
        (self.finder, self.permits, self.now) = (finder, permits, now)
        newest = CachedQuery(now: now) {
            try await finder.verifications(matching: .all, before: nil, limit: Self.pageLength)
        }
    }

    /// The verification to which an id leads, in whichever app it is.
    package func verification(
        _ id: VerificationID, for person: Operator
    ) async throws(OperatorError) -> VerificationRecord {
        let found = try await find(id, numbers: .masked, for: person)
        guard let found else {
            throw .nothing("verification \(id), or its request waits on its queue, and no worker has seen it yet")
        }
        return found
    }

    /// The same for a reader who may want the whole number; nil where there is no such verification.
    package func find(
        _ id: VerificationID, numbers: NumberView, for person: Operator
    ) async throws(OperatorError) -> VerificationRecord? {
        try await permits.look(at: "verification \(id)", by: person)
        let found = try await asked { () throws(StoreError) in try await finder.verification(id) }
        if found != nil { try await admit(numbers, of: "number of verification \(id)", for: person) }
        return found
    }

    /// What is on record around a verification that a person was shown.
    ///
    /// The verification is shown also where the store gives no second answer.
    package func trail(of record: VerificationRecord) async -> Cached<VerificationTrail> {
        do {
            return Cached(value: try await finder.trail(of: record, limit: Self.pageLength), at: now())
        } catch {
            return Cached(trouble: "\(error)")
        }
    }

    /// A page of the verifications that fit, as the store has them now.
    package func list(
        _ filter: VerificationFilter, before id: VerificationID?, limit: Int, numbers: NumberView, for person: Operator
    ) async throws(OperatorError) -> VerificationPage {
        try await permits.look(at: "verifications", by: person)
        try await admit(numbers, of: "list of verifications", for: person)
        return try await asked { () throws(StoreError) in
            try await finder.verifications(matching: filter, before: id, limit: limit)
        }
    }

    /// A page of the verifications that fit; what was last known of the newest while the database is away.
    package func page(
        _ filter: VerificationFilter, before id: VerificationID?, for person: Operator
    ) async throws(OperatorError) -> Cached<VerificationPage> {
        try await permits.look(at: "verifications", by: person)
        if filter == .all, id == nil { return await newest.look() }
        do {
            let page = try await finder.verifications(matching: filter, before: id, limit: Self.pageLength)
            // A person who looks at some of the newest records will want them too when the database goes away.
            if id == nil, newest.last.value == nil { _ = await newest.look() }
            return Cached(value: page, at: now())
        } catch {
            let last = await newest.look()
            guard id == nil, let known = last.value else { return Cached(trouble: "\(error)") }
            // Where only the newest were looked at, more may fit.
            let fitting = VerificationPage(
                records: known.records.filter(filter.fits), next: known.next, isCutShort: known.next != nil)
            return Cached(value: fitting, at: last.at, trouble: "\(error)")
        }
    }

    /// A phone's newest verifications in all apps, older than that of the id; the search is noted in the audit.
    package func verifications(
        of phone: PhoneNumber, before id: VerificationID? = nil, limit: Int = Self.pageLength, for person: Operator
    ) async throws(OperatorError) -> [VerificationRecord] {
        try await permits.look(.unmask, at: "search for \(phone.masked)", by: person)
        return try await asked { () throws(StoreError) in
            try await finder.verifications(of: phone.e164, before: id, limit: limit)
        }
    }

    /// The verifications that another system calls by this text, newest first: a trace's id, or a message's at a gateway.
    package func verifications(
        named text: String, limit: Int = Self.pageLength, numbers: NumberView = .masked, for person: Operator
    ) async throws(OperatorError) -> [VerificationRecord] {
        try await permits.look(at: "verifications by name", by: person)
        try await admit(numbers, of: "verifications by name", for: person)
        return try await asked { () throws(StoreError) in
            try await finder.verifications(named: text, limit: limit)
        }
    }

    /// Whether the person may see whole numbers; throws the refusal.
    package func previewNumber(of id: VerificationID, for person: Operator) async throws(OperatorError) {
        try await permits.preview(.unmask, on: "number of verification \(id)", by: person)
    }

    /// The whole number of a verification's phone; who saw it and why is in the audit.
    package func number(
        of id: VerificationID, because reason: String, for person: Operator
    ) async throws(OperatorError) -> String {
        try await previewNumber(of: id, for: person)
        let record = try await verification(id, for: person)
        try await permits.perform(.unmask, on: "number of verification \(id)", because: reason, by: person) {
            () throws(OperatorError) in ""
        }
        return record.report.phone
    }

    /// Lets a person see whole numbers, and notes it; every other viewer sees them masked.
    private func admit(
        _ numbers: NumberView, of subject: String, for person: Operator
    ) async throws(OperatorError) {
        switch numbers {
        case .masked: break
        case .whole: try await permits.look(.unmask, at: subject, by: person)
        }
    }
}

/// How an operator wants to see the phone numbers of a list.
package enum NumberView: Sendable {
    case masked
    /// For support and above; the audit keeps who saw them.
    case whole
}

extension VerificationStore {
    /// The verifications that another system calls by this text, newest first: a trace's id, or a message's at a gateway.
    ///
    /// A provider may name its messages by what looks like a trace. So a text that is no known trace may be such a name.
    package func verifications(named text: String, limit: Int) async throws(StoreError) -> [VerificationRecord] {
        if let trace = TraceID(text) {
            let found = try await verifications(inTrace: trace, limit: limit)
            if !found.isEmpty { return found }
        }
        return try await verifications(withGatewayID: text, limit: limit)
    }
}
