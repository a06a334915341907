import AccountCore
import Accounts
import StrictJSON

extension JSONObject {
    /// What every sign-in answers; clients read numbers as texts.
    init(tokensOf signedIn: SignedIn) {
        self = [
            "idToken": .string(signedIn.idToken), "refreshToken": .string(signedIn.refreshToken),
            "expiresIn": .string("\(signedIn.life.components.seconds)"),
            "localId": .string(signedIn.account.id.text),
        ]
    }
}
