import AccountCore
import Crypto
import VerificationCore

/// What an app gets at once when it asks for a silent push; with the secret that the push brings, it proves the app.
///
/// Firebase's SDK keeps both and uses them for each later SMS, so a receipt is good many times. It is sealed, and nothing
/// is stored of it. The secret follows from the receipt and the key ring.
package struct PushReceipt: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// How long it is good.
    package static let life = Duration.seconds(30 * 86_400)
    /// In bytes.
    package static let idLength = 16
    private static let digestLength = 16

    /// The bundle id of the app that has asked.
    package let bundle: String
    /// Stands for the device in a limit, whichever of its receipts a call brings: 16 bytes.
    package let device: [UInt8]
    /// Random bytes from which the secret follows.
    private let id: [UInt8]

    /// `id`: 16 random bytes.
    package init(for device: DeviceToken, of bundle: String, in project: ProjectID, id: [UInt8]) {
        (self.bundle, self.id) = (bundle, id)
        // A project's id has no zero byte, so no two pairs read alike.
        let words = Array("push \(project.text)\0\(device.text)".utf8)
        self.device = Array(SHA256.hash(data: words).prefix(Self.digestLength))
    }

    package var description: String { "(push receipt)" }
    package var customMirror: Mirror { Mirror(self, children: []) }

    /// What the app gets, and the secret for its device; nil when the ring lacks its current key.
    package func texts(of project: ProjectID, at now: Timestamp, by keyRing: KeyRing) -> (
        receipt: String, secret: String
    )? {
        let words = Array("\((now + Self.life).microseconds)\0\(bundle)".utf8)
        guard let sealed = keyRing.seal(id + device + words, for: Self.purpose(project)),
            let secret = secret(of: project, keyName: sealed.keyName, by: keyRing)
        else { return nil }
        return (sealed.text, secret)
    }

    /// Reads a receipt and the secret that belongs to it.
    ///
    /// Nil for a receipt that this installation did not make for this project, or whose time is over. Nil for another
    /// secret too.
    package init?(
        _ text: String, secret: String, of project: ProjectID, at now: Timestamp, by keyRing: KeyRing
    ) {
        let head = Self.idLength + Self.digestLength
        guard let sealed = SealedCode(text: text), let bytes = keyRing.open(sealed, for: Self.purpose(project)),
            bytes.count > head
        else { return nil }
        let words = bytes.dropFirst(head).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        guard words.count == 2, let end = Int64(words[0]), now < Timestamp(microseconds: end) else { return nil }
        bundle = words[1]
        id = Array(bytes.prefix(Self.idLength))
        device = Array(bytes[Self.idLength..<head])
        guard let right = self.secret(of: project, keyName: sealed.keyName, by: keyRing),
            CodeComparison.areEqual(secret, right)
        else { return nil }
    }

    private func secret(of project: ProjectID, keyName: String, by keyRing: KeyRing) -> String? {
        keyRing.mark(id, for: "push secret \(project)", keyName: keyName).map { Base64.encodeForURL($0) }
    }

    private static func purpose(_ project: ProjectID) -> String { "push receipt \(project)" }
}
