import VerificationCore

/// What operators and backends do with verifications: cancel one, and forget what is on record of a phone.
package struct VerificationService: Sendable {
    private static let pageLength = 1_000

    private let store: any VerificationStore
    private let apps: any AppStore
    private let permits: Permits

    package init(store: any VerificationStore, apps: any AppStore, permits: Permits) {
        (self.store, self.apps, self.permits) = (store, apps, permits)
    }

    /// How the verification stands that would be canceled; `id`: also that of a request which joined it.
    package func previewCancel(
        of id: VerificationID, for person: Operator
    ) async throws(OperatorError) -> VerificationReport {
        try await permits.preview(.cancelVerification, on: "verification \(id)", by: person)
        let record = try await asked { () throws(StoreError) in try await store.verification(id) }
        guard let record else { throw .nothing("verification \(id), or no worker has seen its request") }
        return record.report
    }

    /// Ends a pending verification, and answers how it stood before and stands now; one that has ended stays as it is.
    ///
    /// The person may have typed the code meanwhile; then nothing was canceled. Where the app has canceled in the same
    /// moment, the line says it of both.
    package func cancel(
        _ id: VerificationID, because reason: String, by person: Operator
    ) async throws(OperatorError) -> (before: VerificationReport, after: VerificationReport) {
        let before = try await previewCancel(of: id, for: person)
        guard before.status == .pending else { return (before, before) }
        return try await permits.perform(
            .cancelVerification, on: "verification \(before.id)", because: reason, by: person
        ) { () throws(OperatorError) in
            let found = try await asked { () throws(StoreError) in
                let app = try await apps.apps().app(named: before.app.name)
                return try await store.cancel(before.id, of: before.app, tellsEvents: app?.endpoint != nil)
            }
            guard case .found(let report) = found else { throw .nothing("verification \(id): it was just erased") }
            return ((before, report), report.status == .canceled ? "" : nil)
        }
    }

    /// How many verifications of a phone an erasure would forget; in all apps where `app` is nil.
    package func previewErasure(
        of phone: PhoneNumber, in app: AppID?, for person: Operator
    ) async throws(OperatorError) -> Int {
        try await permits.preview(.eraseVerifications, on: Self.subject(phone, in: app), by: person)
        let apps = Set(try await concerned(app))
        return try await asked { () throws(StoreError) in
            var (count, last): (Int, VerificationID?) = (0, nil)
            while true {
                let page = try await store.verifications(of: phone.e164, before: last, limit: Self.pageLength)
                count += page.count { apps.contains($0.report.app) }
                guard page.count == Self.pageLength else { return count }
                last = page.last?.id
            }
        }
    }

    /// Forgets what is on record of a phone, in all apps where `app` is nil; answers how many verifications there were.
    ///
    /// The store keeps what the phone has used of its limits until each limit's time is over, so that an erasure gives
    /// no more tries. A verification that begins during the call stays. A second call finds nothing and is no error; it
    /// leaves its line too, because an operator may have to prove that a number was forgotten.
    package func erase(
        _ phone: PhoneNumber, in app: AppID?, because reason: String, by person: Operator
    ) async throws(OperatorError) -> Int {
        try await permits.perform(
            .eraseVerifications, on: Self.subject(phone, in: app), because: reason, by: person
        ) { () throws(OperatorError) in
            let apps = try await concerned(app)
            let count = try await asked { () throws(StoreError) in try await store.erase(phone.e164, of: apps) }
            return (count, "\(count) erased")
        }
    }

    private func concerned(_ app: AppID?) async throws(OperatorError) -> [AppID] {
        if let app { return [app] }
        return try await asked { () throws(StoreError) in try await apps.apps().readable.map(\.id) }
    }

    private static func subject(_ phone: PhoneNumber, in app: AppID?) -> String {
        phone.masked + (app.map { " of app \($0)" } ?? "")
    }
}
