import AccountCore
import Accounts
import StrictJSON

/// `accounts/mfaEnrollment:finalize`: enrols the factor that the code proves.
struct FinalizeEnrollmentEndpoint: WireEndpoint {
    let ports: AccountPorts

    func answer(_ call: WireCall) async throws -> JSONObject {
        throw AccountError.notServed("This method is not implemented here.")
    }
}
