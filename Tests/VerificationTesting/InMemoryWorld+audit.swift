import VerificationCore

extension InMemoryWorld: AuditLog {
    package func note(_ entry: AuditEntry) throws(StoreError) {
        let now = clock.now
        try answeringOperators { state in
            state.audit.append(StoredAudit(number: Int64(state.audit.count + 1), at: now, entry: entry))
        }
    }

    package func page(
        _ filter: AuditFilter, before number: Int64?, limit: Int
    ) throws(StoreError) -> AuditPage {
        let most = filter == .all ? limit : mostLines
        return try answeringOperators { state in
            let looked = state.audit.filter { $0.number < number ?? .max }.reversed().prefix(most)
            let lines = Array(looked.filter { filter.fits($0.entry) }.prefix(limit))
            if lines.count == limit { return AuditPage(lines: lines, next: lines.last?.number, isCutShort: false) }
            let isCutShort = looked.count == most
            return AuditPage(lines: lines, next: isCutShort ? looked.last?.number : nil, isCutShort: isCutShort)
        }
    }

    /// The newest lines of the audit, for tests.
    package func auditLines(before number: Int64?, limit: Int) throws(StoreError) -> [StoredAudit] {
        try page(.all, before: number, limit: limit).lines
    }
}
