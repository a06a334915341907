import AccountCore
import Accounts
import StrictJSON

/// `accounts:signInWithIdp`: signs in by an identity at another provider, or links it to the account that is signed in.
struct SignInWithIDPEndpoint: WireEndpoint {
    let ports: AccountPorts

    func answer(_ call: WireCall) async throws -> JSONObject {
        throw AccountError.notServed("This method is not implemented here.")
    }
}
