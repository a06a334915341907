import ArgumentParser
import Assembly
import PhoneNumbers
import VerificationCore

/// Whether a command prints whole phone numbers; the audit has a line of it.
struct NumberOptions: ParsableArguments {
    @Flag(name: .customLong("whole-numbers"), help: "Print whole phone numbers; it leaves a line in the audit.")
    var areWhole = false

    func note(_ subject: String, in store: StorePorts) async throws(StoreProblem) {
        if areWhole { try await store.noteUnmasking(subject) }
    }

    /// Never the whole number unless it was asked for.
    func shown(_ phone: String) -> String { areWhole ? phone : PlanParser().masked(phone) }
}

extension StorePorts {
    /// Keeps in the audit that somebody saw whole numbers, or searched for a number.
    func noteUnmasking(_ subject: String) async throws(StoreProblem) {
        try await people.audit.note(
            AuditEntry(actor: Machine.user, action: .unmask, subject: subject, reason: "", result: .done))
    }
}
