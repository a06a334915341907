import CPhoneNumber
import VerificationCore

/// What the world's numbering plans hold: regions, calling codes and an example of each kind of number.
///
/// An example may be a real subscriber's number, so nothing is ever sent to it.
package enum NumberingPlan {
    /// Every region with a numbering plan of its own, as ISO 3166 codes in alphabetical order.
    package static var regions: [String] {
        list { CPhoneNumberRegions($0, $1) }
    }

    /// Calling codes that belong to no country, such as 881 for satellites, in ascending order.
    package static var globalCallingCodes: [Int] {
        var codes = [Int32](repeating: 0, count: 64)
        let count = CPhoneNumberGlobalCallingCodes(&codes, codes.count)
        return codes.prefix(max(0, count)).map(Int.init)
    }

    /// The regions that share a calling code, the main region first, for example `US` for 1.
    ///
    /// `001` stands for a calling code of no country. A calling code that is not assigned has no regions.
    package static func regions(ofCallingCode callingCode: Int) -> [String] {
        guard let callingCode = Int32(exactly: callingCode) else { return [] }
        return list { CPhoneNumberRegionsOfCallingCode(callingCode, $0, $1) }
    }

    /// An example of this kind of number in E.164, or nothing where the region has none.
    package static func example(region: String, kind: PhoneNumber.Kind) -> String? {
        number { CPhoneNumberExample(region, kind.cKind, $0) }
    }

    /// An example of a number under a calling code that belongs to no country.
    package static func example(globalCallingCode callingCode: Int) -> String? {
        guard let callingCode = Int32(exactly: callingCode) else { return nil }
        return number { CPhoneNumberGlobalExample(callingCode, $0) }
    }

    /// An example of a short number, such as an emergency call's, written with the region's calling code (`+49110`).
    ///
    /// Every parser must refuse it.
    package static func shortExample(region: String) -> String? {
        number { CPhoneNumberShortExample(region, $0) }
    }
}

extension NumberingPlan {
    /// Three characters for each of some 250 regions fit many times over.
    private static let listCapacity = 4096

    private static func list(_ write: (UnsafeMutablePointer<CChar>, Int) -> Int) -> [String] {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: listCapacity) { buffer in
            guard let start = buffer.baseAddress else { return [] }
            let length = write(start, buffer.count)
            guard (0..<buffer.count).contains(length) else { return [] }
            return String(cString: start).split(separator: " ").map(String.init)
        }
    }

    private static func number(_ write: (UnsafeMutablePointer<CChar>) -> Bool) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(CPhoneNumberE164Capacity)) { buffer in
            guard let start = buffer.baseAddress, write(start) else { return nil }
            return String(cString: start)
        }
    }
}
