import VerificationCore

/// A store that passes on to another what it does not answer by itself, for tests that watch or spoil some calls.
package protocol PassingStore: VerificationStore {
    /// The store that answers.
    associatedtype Next: VerificationStore
    var next: Next { get }
}

extension PassingStore {
    package func claim(_ claim: Claim) async throws(StoreError) -> Verdict { try await next.claim(claim) }

    package func record(_ record: SendRecord) async throws(StoreError) -> Recorded { try await next.record(record) }

    package func note(_ receipts: [GatewayReceipt]) async -> [Result<DeliveryChange?, StoreError>] {
        await next.note(receipts)
    }

    package func check(_ attempt: CheckAttempt) async throws(StoreError) -> CheckResult<NoRecord> {
        try await next.check(attempt)
    }

    package func verification(_ id: VerificationID, of app: AppID) async throws(StoreError) -> FoundVerification<
        NoRecord
    > {
        try await next.verification(id, of: app)
    }

    package func cancel(
        _ id: VerificationID, of app: AppID, tellsEvents: Bool
    ) async throws(StoreError) -> FoundVerification<NoRecord> {
        try await next.cancel(id, of: app, tellsEvents: tellsEvents)
    }

    package func stamps(of ids: [VerificationID]) async throws(StoreError) -> [VerificationID: StatusStamp] {
        try await next.stamps(of: ids)
    }

    package func verifications(
        of phone: PhoneKey, before: VerificationID?, limit: Int
    ) async throws(StoreError) -> [VerificationReport] {
        try await next.verifications(of: phone, before: before, limit: limit)
    }

    package func erase(_ phone: String, of apps: [AppID]) async throws(StoreError) -> Int {
        try await next.erase(phone, of: apps)
    }

    package func verification(_ id: VerificationID) async throws(StoreError) -> VerificationRecord? {
        try await next.verification(id)
    }

    package func trail(of record: VerificationRecord, limit: Int) async throws(StoreError) -> VerificationTrail {
        try await next.trail(of: record, limit: limit)
    }

    package func verifications(
        matching filter: VerificationFilter, before: VerificationID?, limit: Int
    ) async throws(StoreError) -> VerificationPage {
        try await next.verifications(matching: filter, before: before, limit: limit)
    }

    package func verifications(
        of phone: String, before: VerificationID?, limit: Int
    ) async throws(StoreError) -> [VerificationRecord] {
        try await next.verifications(of: phone, before: before, limit: limit)
    }

    package func verifications(
        inTrace trace: TraceID, limit: Int
    ) async throws(StoreError) -> [VerificationRecord] {
        try await next.verifications(inTrace: trace, limit: limit)
    }

    package func verifications(
        withGatewayID gatewayID: String, limit: Int
    ) async throws(StoreError) -> [VerificationRecord] {
        try await next.verifications(withGatewayID: gatewayID, limit: limit)
    }

    package func uses(of subject: LimitSubject) async throws(StoreError) -> [LimitUse] {
        try await next.uses(of: subject)
    }

    package func reset(_ limits: Set<LimitReached.Limit>, of subject: LimitSubject) async throws(StoreError) {
        try await next.reset(limits, of: subject)
    }

    package func examine() async throws(StoreError) { try await next.examine() }
}
