import AccountCore
import Accounts
import StrictJSON

/// `accounts/mfaSignIn:finalize`: signs in the person who has proved both factors.
struct FinalizeSecondFactorEndpoint: WireEndpoint {
    let ports: AccountPorts
    let schema = WireSchema.finalizeSecondFactor

    func answer(_ call: WireCall) async throws -> JSONObject {
        try call.body.refuseTenant()
        if call.body.has("totpVerificationInfo") { return try await totp(call) }
        let signedIn = try await ProvePhone(ports).finalize(
            try call.body.filled("mfaPendingCredential"), by: try call.body.phoneProof(), from: call.address,
            in: call.project)
        return JSONObject(factorTokensOf: signedIn)
    }

    /// The same for an authenticator app.
    private func totp(_ call: WireCall) async throws -> JSONObject {
        let proof = try call.body.object("totpVerificationInfo")
        let signedIn = try await ProveTOTP(ports).finalize(
            credential: try call.body.filled("mfaPendingCredential"),
            enrollmentID: try call.body.filled("mfaEnrollmentId"), code: try proof?.filled("verificationCode"),
            in: call.project)
        return JSONObject(factorTokensOf: signedIn)
    }
}
