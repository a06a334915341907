import AccountCore
import Accounts
import StrictJSON

/// `accounts` of a project: an administrator makes an account; nobody is signed in by it.
struct CreateAccountEndpoint: WireEndpoint {
    let ports: AccountPorts
    let schema = WireSchema.signUp

    func answer(_ call: WireCall) async throws -> JSONObject {
        let body = call.body
        try body.refuseTenant()
        guard try body.filled("idToken") == nil, try body.objects("mfaInfo")?.isEmpty ?? true else {
            throw WireError.notServed("idToken and mfaInfo are not implemented for administrators.")
        }
        var draft = try body.accountDraft()
        draft.isDisabled = try body.truth("disabled")
        let account = try await CreateAccount(ports).create(draft, id: try body.filled("localId"), in: call.project)
        await call.note(.madeAccount(account.id.text), ports)
        var answer: JSONObject = ["kind": "identitytoolkit#SignupNewUserResponse"]
        answer.set("localId", account.id.text)
        answer.set("email", account.email)
        answer.set("displayName", account.displayName)
        return answer
    }
}
