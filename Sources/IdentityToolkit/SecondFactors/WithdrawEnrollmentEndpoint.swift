import AccountCore
import Accounts
import StrictJSON

/// `accounts/mfaEnrollment:withdraw`: takes a factor from the account that is signed in.
struct WithdrawEnrollmentEndpoint: WireEndpoint {
    let ports: AccountPorts

    func answer(_ call: WireCall) async throws -> JSONObject {
        throw AccountError.notServed("This method is not implemented here.")
    }
}
