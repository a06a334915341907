import AccountCore
import Accounts
import StrictJSON

/// `accounts:signUp`: makes an account for a guest or by e-mail, or gives a guest's account an e-mail.
///
/// An administrator makes an account for another person by the same call.
struct SignUpEndpoint: WireEndpoint {
    let ports: AccountPorts
    let schema = WireSchema.signUp

    func answer(_ call: WireCall) async throws -> JSONObject {
        if call.isAdministrator { return try await CreateAccountEndpoint(ports: ports).answer(call) }
        try call.body.refuseTenant()
        let signedIn = try await signIn(call)
        var answer: JSONObject = ["kind": "identitytoolkit#SignupNewUserResponse"]
        answer.set("email", to: signedIn.account.email)
        answer.set("displayName", to: signedIn.account.displayName)
        answer.setTokens(of: signedIn)
        return answer
    }

    private func signIn(_ call: WireCall) async throws -> SignedIn {
        let (body, people) = (call.body, SignUp(ports))
        guard try body.filled("localId") == nil else { throw AccountError.refused(.unexpectedParameter, "User ID") }
        let form = SignUp.Form(
            email: try body.text("email"), password: try body.filled("password"),
            displayName: try body.text("displayName"), factors: try body.wantedFactors("mfaInfo"))
        if let token = try body.filled("idToken") { return try await people.link(form, to: token, of: call.project) }
        guard form.password == nil, form.email ?? "" == "" else { return try await people.new(form, of: call.project) }
        // An empty address is no guest's.
        guard form.email == nil else { throw AccountError.refused(.invalidEmail) }
        return try await people.guest(form, from: call.address, of: call.project)
    }
}

/// `accounts` of a project: an administrator makes an account, without a session.
struct CreateAccountEndpoint: WireEndpoint {
    let ports: AccountPorts
    let schema = WireSchema.signUp

    func answer(_ call: WireCall) async throws -> JSONObject {
        let body = call.body
        try body.refuseTenant()
        guard try body.filled("idToken") == nil else {
            // Google looks at this first: nobody chooses the id of an account that there is already.
            guard try body.filled("localId") == nil else { throw AccountError.refused(.unexpectedParameter, "User ID") }
            throw AccountError.notServed("idToken is not implemented for administrators.")
        }
        var draft = try body.accountDraft()
        draft.isDisabled = try body.truth("disabled")
        draft.factors = try body.wantedFactors("mfaInfo")
        let account = try await CreateAccount(ports).create(draft, id: try body.filled("localId"), in: call.project)
        await call.note(.madeAccount(account.id.text), with: ports)
        var answer: JSONObject = ["kind": "identitytoolkit#SignupNewUserResponse"]
        answer.set("localId", to: account.id.text)
        answer.set("email", to: account.email)
        answer.set("displayName", to: account.displayName)
        return answer
    }
}
