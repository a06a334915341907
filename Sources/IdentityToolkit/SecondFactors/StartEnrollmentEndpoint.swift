import AccountCore
import Accounts
import StrictJSON

/// `accounts/mfaEnrollment:start`: begins to enrol a phone or an authenticator app.
struct StartEnrollmentEndpoint: WireEndpoint {
    let ports: AccountPorts

    func answer(_ call: WireCall) async throws -> JSONObject {
        throw AccountError.notServed("This method is not implemented here.")
    }
}
