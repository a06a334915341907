import CPhoneNumber
import VerificationCore

extension PhoneNumber.Kind {
    /// What the library says of a number, unless the number is of no country and would be served.
    ///
    /// The library calls some numbers of satellites and ships mobile or Internet lines. Here it matters more that they
    /// belong to no country.
    init(_ kind: CPhoneNumberKind, region: String) {
        let kind = Self(kind)
        self = region == Self.regionOfNoCountry && !kind.cannotGetSMS ? .nonGeographic : kind
    }

    /// The library's name for the region of calling codes such as 881, from the United Nations' code for the world.
    private static let regionOfNoCountry = "001"

    private init(_ kind: CPhoneNumberKind) {
        self =
            switch kind {
            case .fixedLine: .fixedLine
            case .mobile: .mobile
            case .fixedLineOrMobile: .fixedLineOrMobile
            case .tollFree: .tollFree
            case .premiumRate: .premiumRate
            case .sharedCost: .sharedCost
            case .voip: .voip
            case .personal: .personal
            case .pager: .pager
            case .universalAccess: .universalAccess
            case .voicemail: .voicemail
            case .unknown: .unknown
            }
    }

    var cKind: CPhoneNumberKind {
        switch self {
        case .fixedLine: .fixedLine
        case .mobile: .mobile
        case .fixedLineOrMobile: .fixedLineOrMobile
        case .tollFree: .tollFree
        case .premiumRate: .premiumRate
        case .sharedCost: .sharedCost
        case .voip: .voip
        case .personal: .personal
        case .pager: .pager
        case .universalAccess: .universalAccess
        case .voicemail: .voicemail
        // No region's plan has such numbers.
        case .unknown, .nonGeographic: .unknown
        }
    }
}
