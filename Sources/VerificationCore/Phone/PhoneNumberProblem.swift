/// Why a text is not a phone number that can get an SMS.
package enum PhoneNumberProblem: String, Error, Sendable, CaseIterable {
    /// Characters or a form that we do not read: no `+`, letters, extensions, digits of other scripts.
    case malformed
    case unknownCallingCode
    case tooShort
    case tooLong
    /// The length is right, but no numbering plan has such a number.
    case impossible
}

extension PhoneNumber.Kind {
    /// Whether a number of this kind is refused whatever an app allows: it costs the caller, or no SMS can reach it.
    package var cannotGetSMS: Bool {
        switch self {
        case .premiumRate, .sharedCost, .pager, .fixedLine, .tollFree, .universalAccess, .voicemail: true
        case .mobile, .fixedLineOrMobile, .voip, .personal, .unknown: false
        }
    }
}
