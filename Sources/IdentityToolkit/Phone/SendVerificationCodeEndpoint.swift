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
        let retrieval = try call.body.object("autoRetrievalInfo")
        let sessionInfo = try await SendCode(ports).send(
            to: try call.body.text("phoneNumber"), locale: call.locale,
            androidHash: try retrieval?.text("appSignatureHash"), from: call.address,
            proofs: try Self.proofs(call),
            for: call.project, trace: call.trace)
        return ["sessionInfo": .string(sessionInfo)]
    }

    private static func proofs(_ call: WireCall) throws(AccountError) -> PresentedProofs {
        var proofs = PresentedProofs()
        proofs.appCheck = call.appCheck
        proofs.captcha = try call.body.filled("recaptchaToken")
        proofs.pushReceipt = try call.body.filled("iosReceipt")
        proofs.pushSecret = try call.body.filled("iosSecret")
        proofs.appAttest = call.appAttest
        proofs.claimedReason = call.missingProof.flatMap(MissingProof.init)
        proofs.number = try call.body.text("phoneNumber")
        proofs.playIntegrity = try call.body.filled("playIntegrityToken")
        let isOfPage = try call.body.isOfPage
        proofs.isFromPage = call.isPage || isOfPage
        proofs.bundle = call.bundle
        proofs.address = call.address
        return proofs
    }
}

extension WireBody {
    /// Whether the body says that a web page made it.
    fileprivate var isOfPage: Bool {
        get throws(AccountError) { try word("clientType", of: WireSchema.clientTypes) == "CLIENT_TYPE_WEB" }
    }
}
