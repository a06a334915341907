import PostgreSQL
import VerificationCore

extension PostgresVerificationStore: PhoneHistory {
    /// Forgets the verifications that were there when the call began; one that begins meanwhile stays.
    ///
    /// After an error it may be called again.
    package func erase(_ phone: PhoneKey) async throws(StoreProblem) -> Int {
        try await erase(phone.phone, of: [phone.app])
    }

    /// The same for several apps, as one search.
    package func erase(_ phone: String, of apps: [AppID]) async throws(StoreProblem) -> Int {
        try await erasures.submit(PhoneErasure(phone: phone, apps: apps.map(\.name)))
    }

    package func verifications(
        of phone: PhoneKey, before: VerificationID?, limit: Int
    ) async throws(StoreProblem) -> [VerificationReport] {
        try await searches.submit(PhoneSearch(phone: phone, before: before, limit: limit))
    }
}
