import AccountCore
import Accounts
import StrictJSON

/// `accounts/mfaEnrollment:finalize`: enrols the factor that the code proves.
struct FinalizeEnrollmentEndpoint: WireEndpoint {
    let ports: AccountPorts

    func answer(_ call: WireCall) async throws -> JSONObject {
        if try call.body.object("totpVerificationInfo") != nil { return try await totp(call) }
        throw AccountError.notServed("This method is not implemented here.")
    }

    private func totp(_ call: WireCall) async throws -> JSONObject {
        let proof = try call.body.object("totpVerificationInfo")
        let signedIn = try await EnrollTOTP(ports).finalize(
            idToken: try call.body.filled("idToken"), sessionInfo: try proof?.filled("sessionInfo"),
            code: try proof?.filled("verificationCode"), displayName: try call.body.filled("displayName"),
            in: call.project)
        var answer: JSONObject = ["totpAuthInfo": .object(JSONObject())]
        answer.set("idToken", to: signedIn.idToken)
        answer.set("refreshToken", to: signedIn.refreshToken)
        return answer
    }
}
