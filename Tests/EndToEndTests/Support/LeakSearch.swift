import Foundation

/// Looks for secrets in what a run has left behind, in every form in which one could slip through.
struct LeakSearch {
    private struct Form {
        let name: String
        let bytes: Data
    }

    private let forms: [Form]

    /// `secrets`: what must not be found; each is told in a finding by its kind alone.
    init(_ secrets: some Sequence<String>, kind: String) {
        forms = Set(secrets).sorted().flatMap { secret in
            Self.forms(of: secret).map { Form(name: "\(kind) as \($0)", bytes: Data($1)) }
        }
    }

    /// What was found, and how often; empty when nothing was.
    func findings(in artefact: [UInt8]) -> [String: Int] {
        let artefact = Data(artefact)
        var findings: [String: Int] = [:]
        for form in forms where artefact.range(of: form.bytes) != nil { findings[form.name, default: 0] += 1 }
        return findings
    }

    /// As it is, as its bytes in hexadecimal digits, and as the part of a longer Base64 text that it alone decides,
    /// wherever in that text it begins.
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
    /// Two digits for each byte; of decimal digits these are no letters.
    var hexadecimal: String { utf8.map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined() }
}
