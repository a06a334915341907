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
        let outcome = try await SignInByPassword(ports).signIn(
            try call.body.text("email"), password: try call.body.text("password"), from: call.address,
            to: call.project)
        var answer: JSONObject = ["kind": "identitytoolkit#VerifyPasswordResponse", "registered": true]
        switch outcome {
        case .signedIn(let signedIn):
            Self.setProfile(of: signedIn.account, in: &answer)
            answer.setTokens(of: signedIn)
        case .pending(let pending):
            Self.setProfile(of: pending.account, in: &answer)
            answer.set("localId", to: pending.account.id.text)
            answer.setPending(pending)
        }
        return answer
    }

    private static func setProfile(of account: Account, in answer: inout JSONObject) {
        answer.set("email", to: account.email)
        answer.set("displayName", to: account.displayName)
    }
}
