/// Whom to send a code, and how to write to them.
public struct VerificationRequest: Sendable, Hashable {
    /// The number in international form; blanks and dashes are taken as people paste them.
    public var phoneNumber: String
    /// The language of the SMS: a BCP 47 tag, or a phone's name for its locale; nil for the app's own.
    public var languageCode: String?
    /// The address of the person's device, for limits by address: IPv4 or IPv6 without a port.
    public var clientIP: String?
    /// Up to 16 texts of the backend's own, which answers and events repeat.
    public var metadata: [String: String]
    /// The 11 characters with which Android reads the code out of the SMS; not together with ``webOTPDomain``.
    public var appSignatureHash: String?
    /// The host name whose pages may read the code out of the SMS.
    public var webOTPDomain: String?
    /// The host name of a frame within those pages, which reads the code in their place.
    public var webOTPEmbeddedDomain: String?

    /// Makes a request; the members that are not named here are set afterwards.
    ///
    /// - Parameters:
    ///   - phoneNumber: the number in international form.
    ///   - languageCode: the language of the SMS.
    ///   - clientIP: the address of the person's device.
    ///   - metadata: texts of the backend's own.
    public init(
        phoneNumber: String, languageCode: String? = nil, clientIP: String? = nil, metadata: [String: String] = [:]
    ) {
        self.phoneNumber = phoneNumber
        self.languageCode = languageCode
        self.clientIP = clientIP
        self.metadata = metadata
    }
}

extension VerificationRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Shows neither the number nor the address.
    public var description: String { "request for a verification" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// Shows no member.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension VerificationRequest: Encodable {
    private enum CodingKeys: String, CodingKey {
        case phoneNumber, languageCode, metadata, appSignatureHash
        case clientIP = "clientIp"
        case webOTPDomain = "webOtpDomain"
        case webOTPEmbeddedDomain = "webOtpEmbeddedDomain"
    }
}
