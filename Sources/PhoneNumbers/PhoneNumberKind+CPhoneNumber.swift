import CPhoneNumber
import VerificationCore

extension PhoneNumber.Kind {
    init(_ kind: CPhoneNumberKind) {
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
        case .unknown: .unknown
        }
    }
}
