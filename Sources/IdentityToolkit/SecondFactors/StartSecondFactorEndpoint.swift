import AccountCore
import Accounts
import StrictJSON

/// `accounts/mfaSignIn:start`: sends a code to the phone that a person has chosen of the factors.
struct StartSecondFactorEndpoint: WireEndpoint {
    let ports: AccountPorts
    let schema = WireSchema.startSecondFactor
    let bound = NetworkBuckets.Call.send

    /// SDKs know the number with stars alone, and some send it: the factor says which number gets the code.
    func answer(_ call: WireCall) async throws -> JSONObject {
        let body = call.body
        try body.refuseTenant()
        let factor = try body.filled("mfaEnrollmentId")
        let info = try body.object("phoneSignInInfo") ?? WireBody(JSONObject(), at: "/phoneSignInInfo")
        let sessionInfo = try await ProvePhone(ports).start(
            try body.filled("mfaPendingCredential"), enrollmentID: factor,
            with: try call.codeForm(in: info, for: factor),
            in: call.project)
        return ["phoneResponseInfo": ["sessionInfo": .string(sessionInfo)]]
    }
}
