import ArgumentParser
import Operations
import PhoneNumbers
import VerificationCore

/// Whether a command prints whole phone numbers; the audit has a line of it.
struct NumberOptions: ParsableArguments {
    @Flag(name: .customLong("whole-numbers"), help: "Print whole phone numbers; it leaves a line in the audit.")
    var areWhole = false

    var view: NumberView { areWhole ? .whole : .masked }

    /// Never the whole number unless it was asked for.
    func shown(_ phone: String) -> String { areWhole ? phone : PlanParser().masked(phone) }
}
