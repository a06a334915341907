import VerificationCore

extension InMemoryWorld {
    package func verification(_ id: VerificationID) async throws(StoreError) -> VerificationRecord? {
        let now = clock.now
        return try answering(about: .verifications) { state in
            state.records.told(Set(state.records.requests[id].map { [$0.verification] } ?? []), now: now).first
        }
    }

    package func trail(of record: VerificationRecord, limit: Int) async throws(StoreError) -> VerificationTrail {
        try answering(about: .verifications) { state in
            let joined = state.records.requests.values.filter { $0.verification == record.id && $0.id != record.id }
                .map { row in
                    VerificationTrail.Joined(
                        id: row.id, outcome: row.outcome, message: row.message,
                        at: state.records.decisions[row.id] ?? record.report.createdAt, trace: row.trace)
                }.sorted { ($0.at, $0.id) < ($1.at, $1.id) }
            let waiting = state.events.outbox.filter { $0.verification == record.id }.sorted {
                $0.sequence < $1.sequence
            }
            return VerificationTrail(
                joined: Array(joined.prefix(limit)), isCutShort: joined.count > limit,
                eventCount: state.events.counts[record.id] ?? 0,
                waiting: waiting.prefix(limit).map {
                    VerificationTrail.Waiting(sequence: $0.sequence, kind: $0.kind, message: $0.message, at: $0.at)
                })
        }
    }

    package func verifications(
        matching filter: VerificationFilter, before: VerificationID?, limit: Int
    ) async throws(StoreError) -> VerificationPage {
        let now = clock.now
        return try answering(about: .verifications) { state in
            let all = filter.spans(before: before).flatMap { span in
                state.records.verifications.keys.filter(span.contains).sorted().reversed()
            }
            let most = filter.wantsAll ? limit + 1 : mostVerifications
            let looked = all.prefix(most)
            let fitting = looked.filter { id in state.records.told([id], now: now).contains(where: filter.fits) }
            let isMore = fitting.count > limit
            let end = looked.count == most ? looked.last : nil
            return VerificationPage(
                records: state.records.told(Set(fitting.prefix(limit)), now: now),
                next: isMore ? fitting[limit - 1] : end,
                isCutShort: !isMore && end != nil)
        }
    }

    package func verifications(
        of phone: String, before: VerificationID?, limit: Int
    ) async throws(StoreError) -> [VerificationRecord] {
        let now = clock.now
        return try answering(about: .verifications) { state in
            let mine = state.records.verifications.values.filter { row in
                row.phoneKey.phone == phone && before.map { row.id < $0 } ?? true
            }
            return state.records.told(Set(mine.map(\.id).sorted().suffix(limit)), now: now)
        }
    }

    package func verifications(
        inTrace trace: TraceID, limit: Int
    ) async throws(StoreError) -> [VerificationRecord] {
        let now = clock.now
        return try answering(about: .verifications) { state in
            let mine = state.records.requests.values.filter { $0.trace == trace }.sorted { $1.id < $0.id }.prefix(limit)
            return state.records.told(Set(mine.map(\.verification)), now: now)
        }
    }

    /// Like the database, it knows only messages of gateways that report delivery.
    package func verifications(
        withGatewayID gatewayID: String, limit: Int
    ) async throws(StoreError) -> [VerificationRecord] {
        let now = clock.now
        return try answering(about: .verifications) { state in
            let mine = state.records.receipts.filter { $0.key.gatewayID == gatewayID }.compactMap(
                \.value.message?.verification)
            return state.records.told(Set(mine.sorted().suffix(limit)), now: now)
        }
    }
}

extension InMemoryWorld.Records {
    fileprivate func told(_ ids: Set<VerificationID>, now: Timestamp) -> [VerificationRecord] {
        ids.sorted().reversed().compactMap { verifications[$0] }.map { row in
            VerificationRecord(
                report: report(row, now: now), region: regions[row.id] ?? "", endedAt: ends[row.id],
                wrongCodes: row.checks, network: networks[row.id], trace: requests[row.id]?.trace)
        }
    }
}
