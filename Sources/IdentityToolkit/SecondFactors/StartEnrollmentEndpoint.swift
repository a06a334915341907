import AccountCore
import Accounts
import StrictJSON
import VerificationCore

/// `accounts/mfaEnrollment:start`: begins to enrol a phone or an authenticator app.
struct StartEnrollmentEndpoint: WireEndpoint {
    let ports: AccountPorts
    let schema = WireSchema.startEnrollment
    let bound = NetworkBuckets.Call.send

    func answer(_ call: WireCall) async throws -> JSONObject {
        try call.body.refuseTenant()
        if call.body.has("totpEnrollmentInfo") { return try await totp(call) }
        let wanted = try call.body.object("phoneEnrollmentInfo").map { info throws(AccountError) in
            let number = try info.text("phoneNumber")
            return (number: number, form: try call.codeForm(in: info, for: number))
        }
        let sessionInfo = try await EnrollPhone(ports).start(
            wanted, idToken: try call.body.filled("idToken"), in: call.project)
        return ["phoneSessionInfo": ["sessionInfo": .string(sessionInfo)]]
    }

    /// The same for an authenticator app.
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
