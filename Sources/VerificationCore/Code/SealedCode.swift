import Crypto
import FoundationEssentials

/// Bytes that belong to a key of the ring.
///
/// Most are secrets that the database keeps encrypted, so that a copy of the database does not reveal them: codes of
/// test numbers, secrets of endpoints, private keys. Others are marks with which this installation recognises its own
/// texts.
package struct SealedCode: Sendable, Hashable {
    /// The name of the ring's key that opens them, or has made the mark.
    package let keyName: String
    package let bytes: [UInt8]

    package init(keyName: String, bytes: [UInt8]) {
        self.keyName = keyName
        self.bytes = bytes
    }
}

// What the Firebase surface gives to its callers and its store, and takes back. Each purpose has keys of its own. So
// marks and seals of different purposes never stand for each other.
extension KeyRing {
    /// A mark that only a process with the ring can make: HMAC-SHA-256, 32 bytes, the same for the same bytes.
    ///
    /// Nil when the ring lacks the key.
    package func mark(_ bytes: [UInt8], for purpose: String, keyName: String) -> [UInt8]? {
        key(for: "mark \(purpose)", keyName).map { Array(HMAC<SHA256>.authenticationCode(for: bytes, using: $0)) }
    }

    /// Encrypts bytes under the current key; they open for the same purpose only.
    package func seal(_ bytes: [UInt8], for purpose: String) -> SealedCode? {
        guard let key = key(for: "seal \(purpose)", currentName) else { return nil }
        // AES-GCM fails only for keys of other lengths, which a key ring does not hold.
        let box = try? AES.GCM.seal(bytes, using: key)
        return box?.combined.map { SealedCode(keyName: currentName, bytes: Array($0)) }
    }

    /// Encrypts bytes under the current key, always to the same text for the same bytes and the same reader.
    ///
    /// The nonce is a mark of both. So it repeats only where the whole text repeats, and AES-GCM stays safe.
    package func seal(_ bytes: [UInt8], for purpose: String, alikeFor reader: [UInt8]) -> SealedCode? {
        guard let key = key(for: "seal \(purpose)", currentName),
            let mark = mark(bytes + reader, for: "nonce \(purpose)", keyName: currentName),
            // AES-GCM fails only for keys and nonces of other lengths.
            let nonce = try? AES.GCM.Nonce(data: mark.prefix(12))
        else { return nil }
        // As above.
        let box = try? AES.GCM.seal(bytes, using: key, nonce: nonce)
        return box?.combined.map { SealedCode(keyName: currentName, bytes: Array($0)) }
    }

    /// The sealed bytes; nil when the ring lacks their key, they are damaged, or they were sealed for another purpose.
    package func open(_ sealed: SealedCode, for purpose: String) -> [UInt8]? {
        // The bytes are damaged or belong to another purpose; either way they hold nothing for this purpose.
        guard let key = key(for: "seal \(purpose)", sealed.keyName),
            let box = try? AES.GCM.SealedBox(combined: sealed.bytes), let bytes = try? AES.GCM.open(box, using: key)
        else { return nil }
        return Array(bytes)
    }

    /// The same bytes under the current key; nil when the ring lacks the key under which they were sealed.
    package func resealed(_ sealed: SealedCode, for purpose: String) -> SealedCode? {
        if sealed.keyName == currentName { return sealed }
        return open(sealed, for: purpose).flatMap { seal($0, for: purpose) }
    }

    private func key(for use: String, _ name: String) -> SymmetricKey? {
        identityKey(named: name).map {
            SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: Array(use.utf8), using: $0))
        }
    }
}
