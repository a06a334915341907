import AccountCore
import Accounts
import StrictJSON

/// `accounts:sendVerificationCode`: sends a code by SMS.
///
/// Fields of the body that prove an app, such as `recaptchaToken`, are not looked at yet.
struct SendVerificationCodeEndpoint: WireEndpoint {
    let ports: AccountPorts
    let schema = WireSchema.sendVerificationCode
    let bound = NetworkBuckets.Call.send

    func answer(_ call: WireCall) async throws -> JSONObject {
        try call.body.refuseTenant()
        let retrieval = try call.body.object("autoRetrievalInfo")
        let sessionInfo = try await SendCode(ports).send(
            to: try call.body.text("phoneNumber"), locale: call.locale,
            androidHash: try retrieval?.text("appSignatureHash"), from: call.address,
            proofs: PresentedProofs(
                appCheck: call.appCheck, isFromPage: try call.isPage || call.body.isOfPage),
            for: call.project, trace: call.trace)
        return ["sessionInfo": .string(sessionInfo)]
    }
}

extension WireBody {
    /// Whether the body says that a web page made it.
    fileprivate var isOfPage: Bool {
        get throws(AccountError) { try word("clientType", of: WireSchema.clientTypes) == "CLIENT_TYPE_WEB" }
    }
}
