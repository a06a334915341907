import VerificationCore

extension InMemoryVerificationStore {
    package func verification(_ id: VerificationID) async throws(StoreError) -> VerificationRecord? {
        let now = clock.now
        return try answering { state in
            state.records(Set(state.requests[id].map { [$0.verification] } ?? []), now: now).first
        }
    }

    package func verifications(
        matching filter: VerificationFilter, before: VerificationID?, limit: Int
    ) async throws(StoreError) -> VerificationPage {
        let now = clock.now
        return try answering { state in
            let all = filter.spans(before: before).flatMap { span in
                state.verifications.keys.filter(span.contains).sorted().reversed()
            }
            let most = filter.wantsAll ? limit + 1 : mostLookedAt
            let looked = all.prefix(most)
            let fitting = looked.filter { id in state.records([id], now: now).contains(where: filter.fits) }
            let isMore = fitting.count > limit
            let end = looked.count == most ? looked.last : nil
            return VerificationPage(
                records: state.records(Set(fitting.prefix(limit)), now: now), next: isMore ? fitting[limit - 1] : end,
                isCutShort: !isMore && end != nil)
        }
    }

    package func verifications(
        of phone: String, before: VerificationID?, limit: Int
    ) async throws(StoreError) -> [VerificationRecord] {
        let now = clock.now
        return try answering { state in
            let mine = state.verifications.values.filter { row in
                row.phoneKey.phone == phone && before.map { row.id < $0 } ?? true
            }
            return state.records(Set(mine.map(\.id).sorted().suffix(limit)), now: now)
        }
    }

    package func verifications(
        inTrace trace: TraceID, limit: Int
    ) async throws(StoreError) -> [VerificationRecord] {
        let now = clock.now
        return try answering { state in
            let mine = state.requests.values.filter { $0.trace == trace }.sorted { $1.id < $0.id }.prefix(limit)
            return state.records(Set(mine.map(\.verification)), now: now)
        }
    }

    /// Like the database, it knows only messages of gateways that report delivery.
    package func verifications(
        withGatewayID gatewayID: String, limit: Int
    ) async throws(StoreError) -> [VerificationRecord] {
        let now = clock.now
        return try answering { state in
            let mine = state.receipts.filter { $0.key.gatewayID == gatewayID }.compactMap(\.value.message?.verification)
            return state.records(Set(mine.sorted().suffix(limit)), now: now)
        }
    }
}

extension InMemoryVerificationStore.State {
    fileprivate func records(_ ids: Set<VerificationID>, now: Timestamp) -> [VerificationRecord] {
        ids.sorted().reversed().compactMap { verifications[$0] }.map { row in
            VerificationRecord(
                report: report(row, now: now), region: regions[row.id] ?? "", endedAt: ends[row.id],
                wrongCodes: row.checks)
        }
    }
}
