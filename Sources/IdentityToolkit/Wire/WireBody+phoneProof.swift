import AccountCore
import Accounts
import StrictJSON

extension WireBody {
    /// The code of a phone that is to prove a second factor; nil for a call without.
    func phoneProof() throws(AccountError) -> EnrollPhone.Proof? {
        try object("phoneVerificationInfo").map { info throws(AccountError) in
            guard try info.filled("androidVerificationProof") == nil else {
                throw .notServed("androidVerificationProof is not implemented.")
            }
            return EnrollPhone.Proof(code: try info.filled("code"), sessionInfo: try info.filled("sessionInfo"))
        }
    }
}

extension JSONObject {
    /// What calls about second factors answer: clients read from the ID token how long it is good.
    init(factorTokensOf signedIn: SignedIn) {
        self = ["idToken": .string(signedIn.idToken), "refreshToken": .string(signedIn.refreshToken)]
    }
}
