import AccountCore
import ArgumentParser
import StrictJSON

/// Whether people may or must prove a second factor, as an operator writes it.
struct SecondFactorOptions: ParsableArguments {
    private static let kinds = ["sms", "totp"]

    @Option(
        help: """
            Whether people may have a second factor: disabled, which is the default; enabled; or mandatory, where a session \
            without one serves only to enrol one.
            """)
    var secondFactors: String?
    @Option(
        help: """
            What is a second factor: sms, a code to a number; totp, an authenticator app. With commas between them, or \
            repeated; all of them replace those before.
            """)
    var secondFactor: [String] = []
    @Option(
        help: """
            Whether accounts without a verified e-mail address may enrol a factor, and accounts that began with a phone an \
            authenticator app: on, or off, which is the default and Firebase's own rule.
            """)
    var anyAccountEnrolls: String?

    /// Changes the project to what the operator has said; what the operator has not said stays.
    func change(_ project: inout Project) throws {
        if let anyAccountEnrolls {
            guard ["on", "off"].contains(anyAccountEnrolls) else {
                throw ValidationError("--any-account-enrolls is on or off")
            }
            project.identities.letsAnyAccountEnroll = anyAccountEnrolls == "on"
        }
        guard secondFactors != nil || !secondFactor.isEmpty else { return }
        let state = try secondFactors.map { text in
            guard let state = SecondFactorRules.State(rawValue: text.uppercased()), text == text.lowercased() else {
                throw ValidationError("--second-factors is disabled, enabled or mandatory")
            }
            return state
        }
        let wanted = secondFactor.flatMap { $0.split(separator: ",").map(String.init) }
        guard wanted.allSatisfy(Self.kinds.contains) else {
            throw ValidationError("--second-factor is sms, totp, or both with a comma between them")
        }
        let isSaid = !wanted.isEmpty
        do throws(AccountError) {
            try project.setSecondFactors(
                state, phones: isSaid ? wanted.contains("sms") : nil, apps: isSaid ? wanted.contains("totp") : nil)
        } catch {
            throw ValidationError("say what is a second factor: --second-factor sms, totp, or sms,totp")
        }
    }
}

extension Project {
    /// For operators.
    var secondFactorsShown: JSONValue {
        let rules = ownSecondFactors ?? SecondFactorRules()
        let kinds = [rules.takesPhones ? "sms" : nil, rules.takesApps ? "totp" : nil].compactMap(\.self)
        return [
            "state": .string(rules.state.rawValue.lowercased()), "factors": .array(kinds.map(JSONValue.string)),
            "adjacentSteps": .integer(Int64(rules.adjacentSteps)),
            "anyAccountEnrolls": .bool(identities.letsAnyAccountEnroll),
        ]
    }
}
