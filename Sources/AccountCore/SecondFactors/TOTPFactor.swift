import StrictJSON
import VerificationCore

/// An authenticator app of an account, as the account keeps it.
package struct TOTPFactor: Sendable, Hashable {
    /// The secret that the app has too, sealed for the account.
    package var secret: SealedCode
    /// The last time step whose code was used; a code of this step or an earlier step is no longer good.
    package var usedStep: Int64

    package init(secret: SealedCode, usedStep: Int64) {
        (self.secret, self.usedStep) = (secret, usedStep)
    }
}

// As the store keeps it.
extension TOTPFactor {
    var json: JSONValue {
        [
            "key": .string(secret.keyName), "secret": .string(Base64.encodeForURL(secret.bytes)),
            "step": .integer(usedStep),
        ]
    }

    init?(_ json: JSONValue) {
        guard let key = json["key"]?.string, let bytes = json["secret"]?.string.flatMap({ Base64.decode($0) }),
            let step = json["step"]?.integer
        else { return nil }
        self.init(secret: SealedCode(keyName: key, bytes: bytes), usedStep: step)
    }
}
