import AccountCore
import Accounts
import StrictJSON

/// `accounts:revokeToken`: ends what a person has allowed the app at Apple.
struct RevokeTokenEndpoint: WireEndpoint {
    let ports: AccountPorts
    let schema = WireSchema.revokeToken

    func answer(_ call: WireCall) async throws -> JSONObject {
        let body = call.body
        try body.refuseTenant()
        let wish = try Self.kind(body).map { kind throws(AccountError) in
            RevokeToken.Wish(
                kind, token: try body.filled("token"), redirectURI: try body.filled("redirectUri"),
                bundle: call.bundle)
        }
        try await RevokeToken(ports).revoke(
            wish, of: try body.filled("providerId"), idToken: try body.filled("idToken"), in: call.project)
        return JSONObject()
    }

    private static func kind(_ body: WireBody) throws(AccountError) -> AppleRevocation.Kind? {
        switch try body.word("tokenType", of: WireSchema.tokenTypes) {
        case "REFRESH_TOKEN": .refreshToken
        case "ACCESS_TOKEN": .accessToken
        case "CODE": .code
        default: nil
        }
    }
}
