import AccountCore
import Accounts
import StrictJSON

/// `createSessionCookie`: makes a cookie of an ID token, for a site that keeps its own sessions.
struct SessionCookieEndpoint: WireEndpoint {
    let ports: AccountPorts
    let schema = WireSchema.createSessionCookie

    func answer(_ call: WireCall) async throws -> JSONObject {
        try call.body.refuseTenant()
        guard let token = try call.body.filled("idToken") else { throw AccountError.refused(.missingIDToken) }
        let cookie = try await MakeSessionCookie(ports).cookie(
            for: token, seconds: try call.body.number("validDuration"), of: call.project)
        return ["sessionCookie": .string(cookie)]
    }
}
