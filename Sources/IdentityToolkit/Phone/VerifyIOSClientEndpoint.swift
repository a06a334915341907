import AccountCore
import Accounts
import StrictJSON

/// `accounts:verifyIosClient`: brings a secret to an app's device by a silent push.
struct VerifyIOSClientEndpoint: WireEndpoint {
    /// How many seconds Firebase's SDK waits for the push before it shows a captcha.
    ///
    /// A text: without one the SDK ends the app.
    private static let suggestedTimeout = "5"

    let ports: AccountPorts
    let schema = WireSchema.verifyIOSClient

    func answer(_ call: WireCall) async throws -> JSONObject {
        let receipt = try await VerifyClient(ports).verify(
            try call.body.filled("appToken"), of: call.bundle, isSandbox: try call.body.truth("isSandbox") ?? false,
            from: call.address, for: call.project)
        return ["receipt": .string(receipt), "suggestedTimeout": .string(Self.suggestedTimeout)]
    }
}
