/// Why a gateway cannot be set up; its description names the setting and never shows the value.
package struct GatewaySettingsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong with a setting.
    package enum Code: String, Sendable, CaseIterable {
        case malformedURL = "must be an http or https URL without user, password and fragment"
        case plaintext = "is http to another machine: use https"
        case malformedSecret = "must be whsec_ followed by the Base64 of 24 to 64 bytes"
        case malformedToken = "holds characters that no header can carry"
        case malformedSender = "is no sender that the provider takes"
        case malformedSMPPURL = "must be smpps://host:port, or smpp://host:port"
        case plainSMPP = "is smpp to another machine: use smpps, or set plaintext where the way is private"
        case malformedCredential = "is empty, too long, or holds characters that SMPP cannot carry"
        case malformedID = "must be letters, digits, hyphens and underscores"
        case missing = "must not be empty"
        case tooLong = "is longer than the provider takes"
        case tooSmall = "must be 1 or more"
        case hasQuery = "must have no query"
        case hasPercentSign = "must have no percent sign"
        case guessableToken = "must be 16 to 128 letters, digits, hyphens and underscores"
        case unsignableURL = "must have no query, and a path of letters, digits, hyphens and underscores"
        case malformedRegion = "must be the name of a region, for example eu-west-1"
        case malformedTopic = "must be the ARN of a topic, for example arn:aws:sns:eu-west-1:123456789012:receipts"
        case malformedName = "holds characters that no name at the provider has"
        case malformedRegistration = "must be 1 to 64 letters and digits"
        case malformedTextKey = "is filed under no language such as hi, shop/hi, shop/* or *"
        case malformedTon = "must be a type of number from 0 to 6"
        case malformedNpi = "must be a numbering plan of SMPP: 0, 1, 3, 4, 6, 8, 9, 10, 14 or 18"
        case malformedCoding = "must be 0 to 255, and no coding of UTF-16 or of octets: 2, 4, 8"
        case codingOfAnotherAlphabet = "is the coding of another alphabet: set alphabet as well"
        case malformedTag = "is no tag such as 0x1400, comes twice, or is one that the gateway itself sets"
        case malformedTagValue = "must be up to 254 letters of Latin-1, or hex: and pairs of hexadecimal digits"
        case proxyElsewhere = "is on another machine, but url names this one"
        case proxyAnswersToo = "cannot be promised for a proxy, which answers in the receiver's place: use https"
        case malformedPrice = "must be a price in US dollars, for example 0.10"
    }

    package let code: Code
    package let setting: String

    init(_ code: Code, setting: String) {
        self.code = code
        self.setting = setting
    }

    /// False: the same settings fail again.
    package var isRetriable: Bool { false }

    package var description: String { "\(setting) \(code.rawValue)" }
}

extension GatewaySettingsError {
    /// Takes what identifies an account, and becomes part of a URL or a header.
    ///
    /// - Throws: `malformedID`.
    static func check(id: String, setting: String) throws(GatewaySettingsError) {
        let isPlain = id.utf8.allSatisfy {
            $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        }
        guard !id.isEmpty, isPlain else { throw GatewaySettingsError(.malformedID, setting: setting) }
    }

    /// Takes any text but the empty text.
    ///
    /// - Throws: `missing`.
    static func check(isThere text: String, setting: String) throws(GatewaySettingsError) {
        if text.isEmpty { throw GatewaySettingsError(.missing, setting: setting) }
    }
}
