import VerificationCore

extension SealedCode {
    /// Longer texts are nothing of ours.
    private static let longestText = 1_000
    /// The first byte; another form of text would begin with another byte.
    private static let form: UInt8 = 1

    /// The name of the key and the bytes, as Base64 for URLs.
    ///
    /// So a text outlives a change of keys: whoever opens it knows which key of the ring to take.
    var text: String {
        let name = Array(keyName.utf8)
        return Base64.encodeForURL([Self.form, UInt8(truncatingIfNeeded: name.count)] + name + bytes)
    }

    /// Reads what `text` wrote; nil for anything else, also for another way to write the same bytes.
    init?(text: String) {
        guard text.utf8.count <= Self.longestText, let all = Base64.decode(text), all.count >= 2, all[0] == Self.form
        else { return nil }
        let end = 2 + Int(all[1])
        guard all.count >= end else { return nil }
        self.init(keyName: String(decoding: all[2..<end], as: UTF8.self), bytes: Array(all[end...]))
        guard self.text == text else { return nil }
    }
}
