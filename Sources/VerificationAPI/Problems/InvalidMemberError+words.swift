import HTTPService
import VerificationCore

extension InvalidMemberError {
    /// What is wrong, for people; it never repeats what the caller wrote.
    var sentence: String {
        switch violation {
        case .missing: "`\(member)` is missing."
        case .wrongType: "\(place) must be \(isEntry || member != "metadata" ? "a string" : "an object")."
        case .malformed: "\(place) \(rule)."
        case .tooLong: "\(place) \(isEntry ? rule : "may have at most 16 entries")."
        case .conflicts(let other): "`\(member)` cannot go together with `\(other)`."
        case .needs(let other): "`\(member)` means nothing without `\(other)`."
        case .phoneNumber(let problem): "`\(member)` \(problem.predicate)."
        }
    }

    private var isEntry: Bool { entry != nil }

    private var place: String { entry.map { "Entry \($0) of `\(member)`" } ?? "`\(member)`" }

    /// The rule that a member of the right type breaks.
    private var rule: String {
        switch member {
        case "languageCode": "must be a BCP 47 tag such as de-AT"
        case "clientIp": "must be one IPv4 or IPv6 address such as 192.0.2.44, without port, zone or brackets"
        case "webOtpDomain", "webOtpEmbeddedDomain": "must be a host name in lower case such as shop.example.com"
        case "appSignatureHash": "must be the 11 characters that Android computes, such as FA+9qCX9VSu"
        case "metadata": "may have a name of 40 and a text of 500 characters, none of them U+0000"
        case "code": "must be a string of 4 to 10 digits"
        case "scenario": "must be one of " + TestNumber.Scenario.allCases.map(\.rawValue).joined(separator: ", ")
        case "pageSize": "must be a whole number from 1 to 100"
        case "pageToken": "must be the `nextPageToken` of an earlier page"
        case "expiresAt": "must be a time to come such as 2030-01-31T00:00:00Z"
        default: "cannot be read"
        }
    }
}

extension PhoneNumberError {
    fileprivate var predicate: String {
        switch self {
        case .malformed: "must be an international number that begins with +, such as +14155550123"
        case .unknownCallingCode: "begins with a calling code that no country has"
        case .tooShort: "has too few digits"
        case .tooLong: "has too many digits"
        case .impossible: "does not exist in its country's numbering plan"
        }
    }
}
