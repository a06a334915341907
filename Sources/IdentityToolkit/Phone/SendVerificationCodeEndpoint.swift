import AccountCore
import Accounts
import StrictJSON
import VerificationCore

/// `accounts:sendVerificationCode`: sends a code by SMS.
struct SendVerificationCodeEndpoint: WireEndpoint {
    let ports: AccountPorts
    let schema = WireSchema.sendVerificationCode
    let bound = NetworkBuckets.Call.send

    func answer(_ call: WireCall) async throws -> JSONObject {
        try call.body.refuseTenant()
        let number = try call.body.text("phoneNumber")
        let sessionInfo = try await SendCode(ports).send(
            to: number, with: try call.codeForm(in: call.body, for: number), for: call.project)
        return ["sessionInfo": .string(sessionInfo)]
    }
}
