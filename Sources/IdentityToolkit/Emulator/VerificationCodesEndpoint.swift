import Accounts
import StrictJSON

/// `verificationCodes` of the emulator: all codes that a person could type now, in the order of their making.
struct VerificationCodesEndpoint: WireEndpoint {
    let ports: AccountPorts

    func answer(_ call: WireCall) async throws -> JSONObject {
        let codes = try await EmulatedCodes(ports).codes(of: call.project).map { code -> JSONValue in
            [
                "sessionInfo": .string(code.sessionInfo), "phoneNumber": .string(code.phone),
                "code": .string(code.code),
            ]
        }
        return ["verificationCodes": .array(codes)]
    }
}
