import AccountCore
import Accounts
import StrictJSON
import VerificationCore

/// `accounts/mfaEnrollment:start`: begins to enrol a phone or an authenticator app.
struct StartEnrollmentEndpoint: WireEndpoint {
    let ports: AccountPorts

    func answer(_ call: WireCall) async throws -> JSONObject {
        if try call.body.object("totpEnrollmentInfo") != nil { return try await totp(call) }
        throw AccountError.notServed("This method is not implemented here.")
    }

    private func totp(_ call: WireCall) async throws -> JSONObject {
        let enrollment = try await EnrollTOTP(ports).start(
            idToken: try call.body.filled("idToken"), in: call.project)
        return [
            "totpSessionInfo": [
                "sharedSecretKey": .string(enrollment.sharedSecretKey),
                "verificationCodeLength": .integer(Int64(TOTP.digits)), "hashingAlgorithm": "SHA1",
                "periodSec": .integer(TOTP.period), "sessionInfo": .string(enrollment.sessionInfo),
                "finalizeEnrollmentTime": .string(enrollment.end.rfc3339),
            ]
        ]
    }
}
