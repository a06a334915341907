import Foundation

/// Looks for secrets in what a run has left behind, in every form in which a secret could slip through.
struct LeakSearch {
    private struct Form {
        let name: String
        let bytes: Data
    }

    private let forms: [Form]

    /// `secrets`: what must not be found; a finding names only the kind of a secret.
    init(_ secrets: some Sequence<String>, kind: String) {
        forms = Set(secrets).sorted().flatMap { secret in
            Self.forms(of: secret).map { Form(name: "\(kind) as \($0)", bytes: Data($1)) }
        }
    }

    /// What was found, and how often; empty when nothing was found.
    func findings(in artefact: [UInt8]) -> [String: Int] {
        let artefact = Data(artefact)
        var findings: [String: Int] = [:]
        for form in forms where artefact.range(of: form.bytes) != nil { findings[form.name, default: 0] += 1 }
        return findings
    }

    /// The text itself, its bytes in hexadecimal digits, and its share of a longer Base64 text.
    ///
    /// A share holds only digits that depend on the secret alone. There are three shares, because the secret may begin
    /// at any place in a group of three bytes.
    private static func forms(of secret: String) -> [(name: String, bytes: [UInt8])] {
        let bytes = Array(secret.utf8)
        let base64 = (0..<3).map { offset in
            let text = Data(Array(repeating: 0, count: offset) + bytes).base64EncodedString()
            let (first, end) = ((offset * 8 + 5) / 6, (offset + bytes.count) * 8 / 6)
            return (name: "Base64", bytes: Array(text.utf8.prefix(end).dropFirst(first)))
        }
        return [(name: "text", bytes: bytes), (name: "hexadecimal", bytes: Array(secret.hexadecimal.utf8))] + base64
    }
}

extension String {
    /// Two digits for each byte; without letters for decimal digits, for example `37` for `7`.
    var hexadecimal: String { utf8.map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined() }
}
