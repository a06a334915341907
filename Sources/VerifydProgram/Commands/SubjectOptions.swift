import ArgumentParser
import Operations
import VerificationCore

/// The app, phone and address whose limits a command shows or resets.
struct SubjectOptions: ParsableArguments {
    @Argument(help: "The app's id.")
    var app: String
    @Option(help: "A number in international form, such as +14155550123.")
    var phone: String?
    @Option(help: "A client's address; of IPv6 its /64 counts.")
    var ip: String?

    /// Opens the store for a command about limits, and closes it again; throws `ValidationError` for a wrong option.
    ///
    /// `body` gets the store, the question, and what the question comes to with the app's rules.
    func withLimits<Value>(
        _ sources: SettingsOptions, _ body: (StorePorts, LimitService.Question, LimitSubject) async throws -> Value
    ) async throws -> Value {
        let (phone, address) = try await phoneAndAddress(sources)
        return try await withApp(app, sources: sources, role: "verifyd-limits") { store, app in
            let question = LimitService.Question(app: app.id.name, phone: phone, address: address)
            let subject = LimitSubject(app: app.id, rules: app.rules, phone: phone, address: address)
            return try await body(store, question, subject)
        }
    }

    private func phoneAndAddress(_ sources: SettingsOptions) async throws -> (PhoneNumber?, IPAddress?) {
        let plan = try await numberingPlan(sources)
        return (try phone.map { try recordedNumber($0, by: plan) }, try ip.map(address))
    }

    private func address(_ text: String) throws -> IPAddress {
        guard let address = IPAddress(text) else { throw ValidationError("\(text) is not an address") }
        return address
    }
}
