import Crypto
import FoundationEssentials
import VerificationCore

/// Tells Vonage's calls from other people's, by the parameter `sig`.
package struct VonageSignature: Sendable {
    /// How an account signs, as its settings at Vonage say.
    package enum Method: String, Sendable, CaseIterable {
        /// The MD5 of the parameters with the secret behind them; the usual method of old accounts.
        case md5hash
        /// HMACs of the parameters under the secret.
        case md5, sha1, sha256, sha512
    }

    private let secret: Secret
    private let method: Method

    init(secret: Secret, method: Method) {
        self.secret = secret
        self.method = method
    }

    /// Whether the parameter `sig` is the signature of the other parameters.
    func accepts(_ parameters: [String: String]) -> Bool {
        guard let signature = parameters["sig"] else { return false }
        return CodeComparison.areEqual(sign(Self.content(parameters)), signature.lowercased())
    }

    /// In hexadecimal digits, small letters.
    private func sign(_ content: [UInt8]) -> String {
        let key = SymmetricKey(data: Data(secret.text.utf8))
        return switch method {
        case .md5hash: Insecure.MD5.hash(data: content + secret.text.utf8).hexDigits
        case .md5: HMAC<Insecure.MD5>.authenticationCode(for: content, using: key).hexDigits
        case .sha1: HMAC<Insecure.SHA1>.authenticationCode(for: content, using: key).hexDigits
        case .sha256: HMAC<SHA256>.authenticationCode(for: content, using: key).hexDigits
        case .sha512: HMAC<SHA512>.authenticationCode(for: content, using: key).hexDigits
        }
    }

    /// Every parameter but `sig` in the order of the names' bytes, not encoded in any way.
    private static func content(_ parameters: [String: String]) -> [UInt8] {
        var content: [UInt8] = []
        for (name, value) in parameters.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
        where name != "sig" {
            content += "&\(name)=".utf8
            content += value.utf8.map { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "=") ? UInt8(ascii: "_") : $0 }
        }
        return content
    }
}
