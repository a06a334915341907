import Assembly
import Foundation
import VerificationCore

extension StorePorts {
    /// Leaves a line in the audit about what a command has done.
    ///
    /// The deed is done already. So where the audit takes no line, for example in the schema of an earlier version, the
    /// command says so, and ends well.
    func note(_ deed: OperatorDeed, on subject: String, because reason: String = "") async {
        let entry = AuditEntry(actor: Machine.user, deed: deed, subject: subject, reason: reason, result: .done)
        do { try await audit.note(entry) } catch { tellUnaudited("the database \(error.words)") }
    }
}

/// The same for a command that has asked only the broker: during an incident the database may be away.
func note(_ deed: OperatorDeed, on subject: String, because reason: String, _ sources: SettingsOptions) async {
    do {
        try await withStore(sources, role: "verifyd-audit") { await $0.note(deed, on: subject, because: reason) }
    } catch {
        tellUnaudited("\(error)")
    }
}

private func tellUnaudited(_ reason: String) {
    FileHandle.standardError.write(Data("Warning: it is done, but the audit has no line of it: \(reason)\n".utf8))
}
