import VerificationCore

/// What operators last did with the gateways, as the audit has it.
package struct GatewayHistory: Sendable, Equatable {
    /// More deeds than that are not looked at: whoever switched a gateway off before them is not known.
    private static let mostLines = 100

    /// Newest first.
    private let lines: [StoredAudit]

    /// `lines`: of any deeds, newest first.
    init(_ lines: [StoredAudit]) { self.lines = lines.filter { $0.entry.result == .done } }

    static func read(_ audit: any AuditLog) async throws(StoreProblem) -> GatewayHistory {
        let filter = AuditFilter(deed: .switchGateway, result: .done)
        return GatewayHistory(try await audit.page(filter, before: nil, limit: mostLines).lines)
    }

    /// The deed that switched a gateway off; nil when it was switched on since, or when the deed is not known.
    package func switchOff(of gateway: String) -> StoredAudit? {
        let (off, on) = (subject(gateway, .off), subject(gateway, .on))
        let last = lines.first { [off, on].contains($0.entry.subject) }
        return last.flatMap { $0.entry.subject == off ? $0 : nil }
    }

    private func subject(_ gateway: String, _ change: GatewayChange) -> String { "gateway \(gateway): \(change.words)" }
}
