import AccountCore
import Accounts
import StrictJSON

/// `token` of the Secure Token service: a new ID token for a refresh token.
struct RefreshEndpoint: WireEndpoint {
    let ports: AccountPorts
    let schema = WireSchema.token

    func answer(_ call: WireCall) async throws -> JSONObject {
        guard let grant = try call.body.filled("grantType") else { throw AccountError.refused(.missingGrantType) }
        guard grant == "refresh_token" else { throw AccountError.refused(.invalidGrantType) }
        guard let token = try call.body.filled("refreshToken") else { throw AccountError.refused(.missingRefreshToken) }
        let signedIn = try await RefreshTokens(ports).refresh(token, of: call.project)
        return [
            "id_token": .string(signedIn.idToken), "access_token": .string(signedIn.idToken),
            "expires_in": .string("\(signedIn.life.components.seconds)"), "token_type": "Bearer",
            "refresh_token": .string(signedIn.refreshToken), "user_id": .string(signedIn.account.id.text),
            "project_id": .string(call.projectNumber),
        ]
    }
}
