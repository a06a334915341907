import AccountCore
import Accounts
import StrictJSON

/// `accounts/mfaSignIn:start`: sends a code to the phone that a person has chosen of the factors.
struct StartSecondFactorEndpoint: WireEndpoint {
    let ports: AccountPorts

    func answer(_ call: WireCall) async throws -> JSONObject {
        throw AccountError.notServed("This method is not implemented here.")
    }
}
