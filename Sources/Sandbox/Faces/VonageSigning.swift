import Crypto
import FoundationEssentials

/// Vonage's signatures by the method `sha256`, of calls and of receipts.
struct VonageSigning: Sendable {
    /// How far a call's clock may be from the sandbox's, in seconds.
    static let tolerance: Int64 = 300

    let secret: String

    /// The value of `sig` for these parameters: the hexadecimal digits of an HMAC, capital letters.
    func sign(_ parameters: [(name: String, value: String)]) -> String {
        let sorted = parameters.filter { $0.name != "sig" }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        let content = sorted.map { parameter in
            "&" + parameter.name + "=" + parameter.value.replacing(["&"], with: ["_"]).replacing(["="], with: ["_"])
        }.joined()
        let key = SymmetricKey(data: Data(secret.utf8))
        return HMAC<SHA256>.authenticationCode(for: Data(content.utf8), using: key).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
