import Crypto
import FoundationEssentials

extension KeyRing {
    /// Encrypts a test number's code; it opens only for the same app and number.
    package func seal(code: String, of phone: String, app: AppID) -> SealedCode? {
        guard let key = testNumberKey(named: currentName) else { return nil }
        // AES-GCM fails only for keys of other lengths, which a key ring does not hold.
        let box = try? AES.GCM.seal(Array(code.utf8), using: key, authenticating: Self.owner(phone, app))
        return box?.combined.map { SealedCode(keyName: currentName, bytes: Array($0)) }
    }

    /// The code of a test number; nil when the ring lacks its key, or it was sealed for another app or number.
    package func open(_ sealed: SealedCode, of phone: String, app: AppID) -> String? {
        // The bytes are damaged or belong to another number; either way they hold no code for this number.
        guard let key = testNumberKey(named: sealed.keyName), let box = try? AES.GCM.SealedBox(combined: sealed.bytes),
            let code = try? AES.GCM.open(box, using: key, authenticating: Self.owner(phone, app))
        else { return nil }
        return String(decoding: code, as: UTF8.self)
    }

    /// The same code under the current key; nil when the ring lacks the key under which it was sealed.
    package func reseal(_ sealed: SealedCode, of phone: String, app: AppID) -> SealedCode? {
        if sealed.keyName == currentName { return sealed }
        return open(sealed, of: phone, app: app).flatMap { seal(code: $0, of: phone, app: app) }
    }

    private static func owner(_ phone: String, _ app: AppID) -> [UInt8] { Array("\(app.name) \(phone)".utf8) }
}
