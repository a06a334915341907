import AccountCore
import Accounts
import StrictJSON

/// `accounts/mfaSignIn:finalize`: signs in the person who has proved both factors.
struct FinalizeSecondFactorEndpoint: WireEndpoint {
    let ports: AccountPorts

    func answer(_ call: WireCall) async throws -> JSONObject {
        if try call.body.object("totpVerificationInfo") != nil { return try await totp(call) }
        throw AccountError.notServed("This method is not implemented here.")
    }

    private func totp(_ call: WireCall) async throws -> JSONObject {
        let proof = try call.body.object("totpVerificationInfo")
        let signedIn = try await ProveTOTP(ports).finalize(
            credential: try call.body.filled("mfaPendingCredential"),
            enrollmentID: try call.body.filled("mfaEnrollmentId"), code: try proof?.filled("verificationCode"),
            in: call.project)
        var answer = JSONObject()
        answer.set("idToken", to: signedIn.idToken)
        answer.set("refreshToken", to: signedIn.refreshToken)
        return answer
    }
}
