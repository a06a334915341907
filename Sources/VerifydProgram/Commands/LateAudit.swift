import Foundation
import Operations
import Synchronization
import VerificationCore

/// The audit of a command that needs no database, but the broker or a gateway: the lines are written when the result has been shown.
///
/// During an incident the database may be away, or silent; the operator should read what was done without waiting for
/// it.
final class LateAudit: AuditLog {
    private let lines = Mutex<[AuditEntry]>([])

    func note(_ entry: AuditEntry) { lines.withLock { $0.append(entry) } }

    func page(_ filter: AuditFilter, before number: Int64?, limit: Int) throws(StoreError) -> AuditPage {
        throw .unavailable
    }

    /// Writes the lines; warns of an action that is done and has none.
    func write(_ sources: SettingsOptions) async {
        for line in lines.withLock({ $0 }) {
            do {
                try await withStore(sources, role: "verifyd-audit") { try await $0.people.audit.note(line) }
            } catch {
                if line.result == .done { Self.warn("\(error)") }
            }
        }
    }

    /// Writes to standard error that an action has no line, and why.
    static func warn(_ reason: String) {
        FileHandle.standardError.write(Data("Warning: it is done, but the audit has no line of it: \(reason)\n".utf8))
    }
}

/// Runs a command that needs no database; `body` performs the action and shows the result.
func withLateAudit(_ sources: SettingsOptions, _ body: (Permits) async throws -> Void) async throws {
    let audit = LateAudit()
    do {
        try await body(Permits(audit: audit, policy: .wanted { LateAudit.warn("the database \($0.words)") }))
    } catch {
        await audit.write(sources)
        throw error
    }
    await audit.write(sources)
}
