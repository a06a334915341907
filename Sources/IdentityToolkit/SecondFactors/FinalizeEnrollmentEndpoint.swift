import AccountCore
import Accounts
import StrictJSON

/// `accounts/mfaEnrollment:finalize`: enrols the factor that the code proves.
struct FinalizeEnrollmentEndpoint: WireEndpoint {
    let ports: AccountPorts
    let schema = WireSchema.finalizeEnrollment

    func answer(_ call: WireCall) async throws -> JSONObject {
        try call.body.refuseTenant()
        if call.body.has("totpVerificationInfo") { return try await totp(call) }
        let signedIn = try await EnrollPhone(ports).finalize(
            try call.body.phoneProof(), displayName: try call.body.filled("displayName"),
            idToken: try call.body.filled("idToken"), from: call.address, in: call.project)
        return JSONObject(factorTokensOf: signedIn)
    }

    /// The same for an authenticator app.
    private func totp(_ call: WireCall) async throws -> JSONObject {
        let proof = try call.body.object("totpVerificationInfo")
        let signedIn = try await EnrollTOTP(ports).finalize(
            idToken: try call.body.filled("idToken"), sessionInfo: try proof?.filled("sessionInfo"),
            code: try proof?.filled("verificationCode"), displayName: try call.body.filled("displayName"),
            in: call.project)
        var answer = JSONObject(factorTokensOf: signedIn)
        answer["totpAuthInfo"] = .object(JSONObject())
        return answer
    }
}
