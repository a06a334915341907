import Metrics
import VerificationCore

/// Counts what operators do on the dashboard, on its way to the audit.
struct CountingAudit: AuditLog {
    let audit: any AuditLog

    /// Counts an entry when it is kept.
    func note(_ entry: AuditEntry) async throws(StoreProblem) {
        try await audit.note(entry)
        let labels = [("action", entry.deed.rawValue), ("result", entry.result.rawValue)]
        Counter(label: "verifyd_dashboard_actions_total", dimensions: labels).increment()
    }

    func page(
        _ filter: AuditFilter, before number: Int64?, limit: Int
    ) async throws(StoreProblem) -> AuditPage {
        try await audit.page(filter, before: number, limit: limit)
    }
}
