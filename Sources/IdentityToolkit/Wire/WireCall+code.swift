import AccountCore
import Accounts
import StrictJSON
import VerificationCore

extension WireCall {
    /// What a call that wants an SMS says beside the number.
    ///
    /// - Parameters:
    ///   - body: the part of the body that is about the SMS.
    ///   - name: what an assertion of App Attest signs: the number as the call writes it, or the factor that gets the code.
    /// - Returns: what `SendCode` takes.
    /// - Throws: an `AccountError` for a member of another type.
    func codeForm(in body: WireBody, for name: String?) throws(AccountError) -> SendCode.Form {
        let retrieval = try body.object("autoRetrievalInfo")
        return SendCode.Form(
            locale: locale, androidHash: try retrieval?.text("appSignatureHash"), address: address,
            proofs: try proofs(in: body, for: name), trace: trace)
    }

    private func proofs(in body: WireBody, for name: String?) throws(AccountError) -> PresentedProofs {
        var proofs = PresentedProofs()
        proofs.appCheck = appCheck
        proofs.captcha = try body.filled("recaptchaToken")
        proofs.pushReceipt = try body.filled("iosReceipt")
        proofs.pushSecret = try body.filled("iosSecret")
        proofs.appAttest = appAttest
        proofs.claimedReason = missingProof.flatMap(MissingProof.init)
        proofs.number = name
        proofs.playIntegrity = try body.filled("playIntegrityToken")
        let isOfPage = try body.isOfPage
        proofs.isFromPage = isPage || isOfPage
        proofs.bundle = bundle
        proofs.address = address
        return proofs
    }
}

extension WireBody {
    /// Whether the body says that a web page made it.
    fileprivate var isOfPage: Bool {
        get throws(AccountError) { try word("clientType", of: WireSchema.clientTypes) == "CLIENT_TYPE_WEB" }
    }
}
