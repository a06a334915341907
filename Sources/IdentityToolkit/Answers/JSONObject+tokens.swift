import AccountCore
import Accounts
import StrictJSON

extension JSONObject {
    /// Sets what every sign-in answers; clients read numbers as texts.
    mutating func setTokens(of signedIn: SignedIn) {
        set("idToken", signedIn.idToken)
        set("refreshToken", signedIn.refreshToken)
        set("expiresIn", "\(signedIn.life.components.seconds)")
        set("localId", signedIn.account.id.text)
    }
}
