import AccountCore
import Accounts
import StrictJSON

/// `accounts/mfaSignIn:finalize`: signs in the person who has proved both factors.
struct FinalizeSecondFactorEndpoint: WireEndpoint {
    let ports: AccountPorts

    func answer(_ call: WireCall) async throws -> JSONObject {
        throw AccountError.notServed("This method is not implemented here.")
    }
}
