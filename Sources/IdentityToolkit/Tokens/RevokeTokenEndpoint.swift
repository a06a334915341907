import AccountCore
import Accounts
import StrictJSON

/// `accounts:revokeToken`: ends what a person has allowed the app at Apple.
struct RevokeTokenEndpoint: WireEndpoint {
    let ports: AccountPorts

    func answer(_ call: WireCall) async throws -> JSONObject {
        throw AccountError.notServed("This method is not implemented here.")
    }
}
