import StrictJSON
import VerificationCore

/// What the ledger says of an accepted message.
struct LedgerLine: Sendable {
    /// How every line begins; a torn line is known by it.
    static let beginning = Array(#"{"time":""#.utf8)

    let time: Timestamp
    let id: String
    let draft: SandboxMessage.Draft

    /// The line with its end; the text is in it only with `hasText`.
    func bytes(hasText: Bool) -> [UInt8] {
        var json = JSONWriter(capacity: 256)
        json.object {
            $0.member("time", time.rfc3339)
            $0.member("face", draft.face.rawValue)
            $0.member("id", id)
            $0.member("phoneNumber", draft.phone)
            $0.member("parts", draft.parts)
            $0.member("mayBeDuplicate", draft.mayBeDuplicate)
            $0.member("key", draft.id)
            if let segment = draft.segment {
                $0.member("part", segment.number)
                $0.member("of", segment.count)
            }
            if hasText { $0.member("text", draft.text) }
        }
        return json.bytes + [UInt8(ascii: "\n")]
    }
}
