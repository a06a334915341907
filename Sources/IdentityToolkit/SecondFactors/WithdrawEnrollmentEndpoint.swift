import AccountCore
import Accounts
import StrictJSON

/// `accounts/mfaEnrollment:withdraw`: takes a factor from the account that is signed in.
struct WithdrawEnrollmentEndpoint: WireEndpoint {
    let ports: AccountPorts
    let schema = WireSchema.withdrawEnrollment

    func answer(_ call: WireCall) async throws -> JSONObject {
        try call.body.refuseTenant()
        let signedIn = try await WithdrawFactor(ports).withdraw(
            try call.body.filled("mfaEnrollmentId"), by: try call.body.filled("idToken"), in: call.project)
        return JSONObject(factorTokensOf: signedIn)
    }
}
