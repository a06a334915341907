import AccountCore
import Accounts
import StrictJSON

/// `accounts:signInWithIdp`: signs in by an identity at another provider, or links it to the account that is signed in.
struct SignInWithIDPEndpoint: WireEndpoint {
    let ports: AccountPorts
    let schema = WireSchema.signInWithIDP

    func answer(_ call: WireCall) async throws -> JSONObject {
        let body = call.body
        try body.refuseTenant()
        try Self.refuseUnserved(body)
        let parameters = try IdentityParameters(
            requestURI: try body.filled("requestUri"), postBody: try body.filled("postBody"))
        let (presented, idToken) = (try parameters.presented(), try body.filled("idToken"))
        let answer = try await SignInByIdentity(ports).signIn(
            by: presented, idToken: idToken, makesAccounts: try body.truth("autoCreate") ?? true, to: call.project)
        if case .conflict(let error) = answer.outcome, try body.truth("returnIdpCredential") != true { throw error }
        return JSONObject(answer)
    }

    /// No answer of verifyd carries what these members would bring back.
    private static func refuseUnserved(_ body: WireBody) throws(AccountError) {
        guard try body.truth("returnRefreshToken") != true else {
            throw .notServed("returnRefreshToken is not implemented.")
        }
        for member in ["pendingIdToken", "pendingToken"] {
            guard try body.filled(member) == nil else { throw .notServed("\(member) is not implemented.") }
        }
    }
}
