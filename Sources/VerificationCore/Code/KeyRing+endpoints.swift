import Crypto
import FoundationEssentials

extension KeyRing {
    /// Encrypts the secret of an app's endpoint for events; it opens only for the same app.
    package func seal(endpointSecret secret: String, of app: AppID) -> SealedCode? {
        guard let key = endpointKey(named: currentName) else { return nil }
        // AES-GCM fails only for keys of other lengths, which a key ring does not hold.
        let box = try? AES.GCM.seal(Array(secret.utf8), using: key, authenticating: Array(app.name.utf8))
        return box?.combined.map { SealedCode(keyName: currentName, bytes: Array($0)) }
    }

    /// The secret of an app's endpoint; nil when the ring lacks its key, or it was sealed for another app.
    package func open(endpointSecret sealed: SealedCode, of app: AppID) -> String? {
        // The bytes are damaged or belong to another app; either way they hold no secret of this app.
        guard let key = endpointKey(named: sealed.keyName), let box = try? AES.GCM.SealedBox(combined: sealed.bytes),
            let secret = try? AES.GCM.open(box, using: key, authenticating: Array(app.name.utf8))
        else { return nil }
        return String(decoding: secret, as: UTF8.self)
    }

    /// The same secret under the current key; nil when the ring lacks the key under which it was sealed.
    package func reseal(endpointSecret sealed: SealedCode, of app: AppID) -> SealedCode? {
        if sealed.keyName == currentName { return sealed }
        return open(endpointSecret: sealed, of: app).flatMap { seal(endpointSecret: $0, of: app) }
    }
}
