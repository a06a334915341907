/// The line that lets a phone hand the code to the app or page that waits for it.
///
/// It is either a WebOTP line or Android's hash. A message never has both, because each must be the last line.
package struct Autofill: Sendable, Hashable {
    private enum Kind: Sendable, Hashable {
        case webOTP(domain: String, frame: String?)
        case androidHash(String)
    }

    private let kind: Kind

    /// The last line `@domain #code` of the WebOTP format, which browsers and iOS offer to that domain's pages only.
    ///
    /// Nil unless `domain` is a host name as it goes over the network: in lower case and at most 253 bytes long. Dots
    /// stand between its labels of letters, digits and inner dashes. Other letters are written as `xn--…`. An IP
    /// address is refused.
    /// - Parameters:
    ///   - domain: The host of the page that the person sees.
    ///   - embedded: The host of the frame within that page which reads the code; nil when the page itself reads it.
    package init?(webOTPDomain domain: String, embedded: String? = nil) {
        guard Self.isHostName(domain), embedded.map(Self.isHostName) ?? true else { return nil }
        kind = .webOTP(domain: domain, frame: embedded)
    }

    /// The app's hash as the last line; Android's SMS Retriever finds the app by it.
    ///
    /// Nil unless it is 11 characters of Base64.
    package init?(androidHash hash: String) {
        guard hash.utf8.count == 11, hash.utf8.allSatisfy(Self.isBase64) else { return nil }
        kind = .androidHash(hash)
    }

    /// The domain, if this is a WebOTP line.
    package var webOTPDomain: String? {
        guard case .webOTP(let domain, _) = kind else { return nil }
        return domain
    }

    /// The domain of the frame that reads the code, if this is a WebOTP line for a frame.
    package var webOTPEmbeddedDomain: String? {
        guard case .webOTP(_, let frame) = kind else { return nil }
        return frame
    }

    /// The hash, if this is for Android.
    package var androidHash: String? {
        guard case .androidHash(let hash) = kind else { return nil }
        return hash
    }

    /// The sentence with the autofill line after it.
    func added(to sentence: String, code: String) -> String { sentence + lastLine(code) }

    /// Whether a message ends with the line for this code.
    func isIn(_ text: String, code: String) -> Bool { text.hasSuffix(lastLine(code)) }

    private func lastLine(_ code: String) -> String {
        switch kind {
        case .webOTP(let domain, nil): "\n@\(domain) #\(code)"
        // Chrome knows the frame by `@` and looks no further, and Safari by `%`. So one line serves both.
        case .webOTP(let domain, let frame?): "\n@\(domain) #\(code) @\(frame) %\(frame)"
        case .androidHash(let hash): "\n\(hash)"
        }
    }

    private static func isHostName(_ text: String) -> Bool {
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard text.utf8.count <= 253, labels.count >= 2, let last = labels.last else { return false }
        return labels.allSatisfy(isLabel) && !last.allSatisfy(isDigit)
    }

    private static func isLabel(_ label: Substring.UTF8View) -> Bool {
        let dash = UInt8(ascii: "-")
        guard (1...63).contains(label.count), label.first != dash, label.last != dash else { return false }
        return label.allSatisfy { isLowercase($0) || isDigit($0) || $0 == dash }
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        isLowercase(byte | 0x20) && byte >= UInt8(ascii: "A") || isDigit(byte)
            || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
    }

    private static func isLowercase(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
