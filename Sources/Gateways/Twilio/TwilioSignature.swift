import Crypto
import FoundationEssentials
import VerificationCore

/// Tells Twilio's callbacks from other people's, by the header `X-Twilio-Signature`.
///
/// It is the Base64 of an HMAC over the URL and the form's fields.
package struct TwilioSignature: Sendable {
    /// The HMAC's hash.
    package enum Method: String, Sendable, CaseIterable {
        /// Under the account's auth token, or under a key of the callbacks' own.
        case sha1 = "HMAC_SHA1"
        /// Under a key of the callbacks' own.
        case sha256 = "HMAC_SHA256"
    }

    private let key: SymmetricKey
    private let method: Method

    init(key: Secret, method: Method) {
        self.key = SymmetricKey(data: Data(key.text.utf8))
        self.method = method
    }

    /// Whether the header is the signature of a call to `url` with these fields.
    func accepts(_ header: String, url: String, form: FormFields) -> Bool {
        let fields = Self.content(form)
        return Self.spellings(of: url).contains { CodeComparison.areEqual(sign(Array($0.utf8) + fields), header) }
    }

    private func sign(_ content: [UInt8]) -> String {
        switch method {
        case .sha1: Data(HMAC<Insecure.SHA1>.authenticationCode(for: content, using: key)).base64EncodedString()
        case .sha256: Data(HMAC<SHA256>.authenticationCode(for: content, using: key)).base64EncodedString()
        }
    }

    /// Each name with its value, in the order of their bytes; a field that comes twice counts once.
    private static func content(_ form: FormFields) -> [UInt8] {
        let fields = form.pairs.map { (name: Array($0.name.utf8), value: Array($0.value.utf8)) }.sorted {
            $0.name == $1.name
                ? $0.value.lexicographicallyPrecedes($1.value) : $0.name.lexicographicallyPrecedes($1.name)
        }
        var content: [UInt8] = []
        for (index, field) in fields.enumerated() where index == 0 || field != fields[index - 1] {
            content += field.name + field.value
        }
        return content
    }

    /// The URL as it is, and with its port left out or its scheme's port written out.
    ///
    /// Some of Twilio's machines sign a URL with the port, and some without.
    private static func spellings(of url: String) -> [String] {
        guard let scheme = url.firstRange(of: "://") else { return [url] }
        let rest = url[scheme.upperBound...]
        let host = rest.prefix { $0 != "/" && $0 != "?" }
        let path = rest[host.endIndex...]
        if let colon = host.lastIndex(of: ":"), host[colon...].dropFirst().allSatisfy(\.isNumber) {
            return [url, String(url[..<colon] + path)]
        }
        return [url, url[..<host.endIndex] + (url.hasPrefix("https") ? ":443" : ":80") + path]
    }
}
