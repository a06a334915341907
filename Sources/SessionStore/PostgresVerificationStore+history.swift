import PostgreSQL
import VerificationCore

extension PostgresVerificationStore: PhoneEraser, PhoneHistory {
    package func erase(_ phone: String, of apps: [AppID]) async throws(StoreProblem) -> Int {
        try await erasures.submit(PhoneErasure(phone: phone, apps: apps.map(\.name)))
    }

    package func verifications(
        of phone: PhoneKey, before: VerificationID?, limit: Int
    ) async throws(StoreProblem) -> [VerificationReport] {
        try await searches.submit(PhoneSearch(phone: phone.phone, app: phone.app, before: before, limit: limit))
            .map(\.report)
    }
}
