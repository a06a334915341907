import VerificationCore

extension InMemoryVerificationStore {
    package func verifications(
        inTrace trace: TraceID, limit: Int
    ) async throws(StoreProblem) -> [VerificationReport] {
        let now = clock.now
        return try answering { state in
            let mine = state.requests.values.filter { $0.trace == trace }.sorted { $1.id < $0.id }.prefix(limit)
            return state.reports(Set(mine.map(\.verification)), now: now)
        }
    }

    /// Like the database, it knows only messages of gateways that report delivery.
    package func verifications(
        withGatewayID gatewayID: String, limit: Int
    ) async throws(StoreProblem) -> [VerificationReport] {
        let now = clock.now
        return try answering { state in
            let mine = state.receipts.filter { $0.key.gatewayID == gatewayID }.compactMap(\.value.message?.verification)
            return state.reports(Set(mine.sorted().suffix(limit)), now: now)
        }
    }
}

extension InMemoryVerificationStore.State {
    fileprivate func reports(_ ids: Set<VerificationID>, now: Timestamp) -> [VerificationReport] {
        ids.sorted().reversed().compactMap { verifications[$0] }.map { report($0, by: $0.id, now: now) }
    }
}
