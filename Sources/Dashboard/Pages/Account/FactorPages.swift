import Operations
import StrictJSON
import VerificationCore

/// How a person gets an authenticator app for the sign-in, and gives it up.
struct FactorPages: Sendable {
    let operators: OperatorService

    var actions: [ActionPage] { [add, remove] }

    /// For the page of the account.
    func standing(of person: Operator) -> JSONValue {
        switch operators.factor(of: person) {
        case .enrolled(let since): ["since": .time(since), "isEnrolled": true]
        case .none: ["isEnrolled": false, "canAdd": true, "isRequired": .bool(operators.mustEnroll(person))]
        case .unavailable(let why): ["isEnrolled": false, "unavailable": .string(why)]
        }
    }

    private var add: ActionPage {
        ActionPage(path: "/account/second-factor/add", menu: "/account") { call in
            switch operators.factor(of: call.person) {
            case .unavailable(let why):
                return ActionPage.Preview(title: Self.adding, sentences: [why], fields: [], button: nil)
            case .enrolled:
                let sentence = "You have an authenticator app already."
                return ActionPage.Preview(title: Self.adding, sentences: [sentence], fields: [], button: nil)
            case .none: break
            }
            let secret = operators.newSecret(for: call.person, keeping: call.field("secret"))
            return ActionPage.Preview(
                title: Self.adding,
                sentences: [
                    "Type this secret into your authenticator app, or open the link on the phone that has the app.",
                    "Then type the code that the app shows. From then on each sign-in asks for a code after the password.",
                    "A security key or a passkey will do too: the page Account adds one.",
                ],
                facts: [("Secret", .string(secret.typed)), ("Link", .string(secret.address))],
                fields: [
                    ActionPage.Field(name: "secret", label: "", kind: .hidden, value: secret.kept), .code,
                ], button: "Add the app")
        } perform: { call in
            let secret = operators.newSecret(for: call.person, keeping: call.field("secret"))
            try await operators.enroll(
                secret, code: call.field("code") ?? "", for: call.person, keeping: SessionCookie.token(of: call.request)
            )
            return ActionPage.Outcome(
                sentence: "From now on each sign-in asks for a code, or for a key if you have one.", next: "/account")
        }
    }

    private var remove: ActionPage {
        ActionPage(path: "/account/second-factor/remove", menu: "/account") { call in
            guard case .enrolled(let since) = operators.factor(of: call.person) else {
                return ActionPage.Preview(
                    title: "Remove your authenticator app", sentences: ["You have no authenticator app."], fields: [],
                    button: nil)
            }
            return ActionPage.Preview(
                title: "Remove your authenticator app",
                sentences: [
                    "From then on a sign-in asks for no code. Without a security key it asks for your password alone.",
                    "The app itself keeps its entry.",
                ],
                facts: [("Added", .string(since.clock))], fields: [.code], button: "Remove the app")
        } perform: { call in
            try await operators.removeFactor(code: call.field("code") ?? "", of: call.person)
            return ActionPage.Outcome(sentence: "Your authenticator app is removed.", next: "/account")
        }
    }

    private static let adding = "Add an authenticator app"
}

extension ActionPage.Field {
    fileprivate static let code = ActionPage.Field(
        name: "code", label: "Code of the app", kind: .number, isSecret: true, autocomplete: "one-time-code")
}
