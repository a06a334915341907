import Accounts
import StrictJSON

/// `accounts:signInWithCustomToken`: signs in the person whom a backend names.
struct SignInWithCustomTokenEndpoint: WireEndpoint {
    let ports: AccountPorts
    let schema = WireSchema.signInWithCustomToken

    func answer(_ call: WireCall) async throws -> JSONObject {
        try call.body.refuseTenant()
        let signedIn = try await SignInByCustomToken(ports).signIn(try call.body.filled("token"), to: call.project)
        var answer: JSONObject = [
            "kind": "identitytoolkit#VerifyCustomTokenResponse", "isNewUser": .bool(signedIn.isNew),
        ]
        answer.setTokens(of: signedIn)
        return answer
    }
}
