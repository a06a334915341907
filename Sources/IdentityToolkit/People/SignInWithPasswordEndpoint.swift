import AccountCore
import Accounts
import StrictJSON

/// `accounts:signInWithPassword`: signs in by e-mail and password.
struct SignInWithPasswordEndpoint: WireEndpoint {
    let ports: AccountPorts
    let schema = WireSchema.signInWithPassword

    func answer(_ call: WireCall) async throws -> JSONObject {
        try call.body.refuseTenant()
        // Firebase first reports a missing address or password.
        let isComplete = try call.body.filled("email") != nil && call.body.filled("password") != nil
        for member in ["captchaResponse", "captchaChallenge", "idToken", "pendingIdToken"] where isComplete {
            guard try call.body.filled(member) == nil else {
                throw AccountError.notServed("\(member) is not implemented.")
            }
        }
        let signedIn = try await SignInByPassword(ports).signIn(
            try call.body.text("email"), password: try call.body.text("password"), from: call.address,
            to: call.project)
        var answer: JSONObject = ["kind": "identitytoolkit#VerifyPasswordResponse", "registered": true]
        answer.set("email", to: signedIn.account.email)
        answer.set("displayName", to: signedIn.account.displayName)
        answer.setTokens(of: signedIn)
        return answer
    }
}
