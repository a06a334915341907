/// A telephone number that exists in the numbering plan of its region.
///
/// Only a `PhoneNumberParser` makes a number from text. So two spellings of the same number are equal here and have the
/// same key everywhere.
public struct PhoneNumber: Sendable, Hashable {
    /// What the numbering plan says of the line behind a number.
    public enum Kind: String, Sendable, CaseIterable {
        case mobile, fixedLine, fixedLineOrMobile, tollFree, premiumRate, sharedCost
        case voip, personal, pager, universalAccess, voicemail, unknown
        /// A number of no country, such as a satellite's, a ship's or a world-wide service's. Numbers of no country
        /// that are known to cost the caller, or to belong to a firm, have those kinds instead.
        case nonGeographic
        /// A number that a regulator keeps for films and books, such as `+1 555 555 0100`: no person can own it. It is
        /// taken as a test number, and nothing is sent to it.
        case fiction
    }

    /// `+` and up to 15 digits, for example `+14155550123`.
    public let e164: String
    /// ISO 3166 region such as `US`; `001` for numbers of no country.
    ///
    /// A territory whose numbers come from a neighbour's ranges has the neighbour's region: `FI` for mobiles of Åland.
    public let region: String
    /// Country calling code without the plus, for example 1 or 358.
    public let callingCode: Int
    /// What kind of line the number belongs to, as far as its digits tell.
    public let kind: Kind

    /// Takes the parts as a parser found them; nothing is checked here.
    public init(e164: String, region: String, callingCode: Int, kind: Kind) {
        self.e164 = e164
        self.region = region
        self.callingCode = callingCode
        self.kind = kind
    }
}

extension PhoneNumber {
    /// The number as operators and logs may see it: calling code and the last two digits, for example `+49•••••••12`.
    public var masked: String {
        let digits = e164.utf8.count - 1
        let shownFirst = String(callingCode).utf8.count
        let hidden = max(0, digits - shownFirst - 2)
        return "+\(callingCode)" + String(repeating: "•", count: hidden) + e164.suffix(min(2, digits - shownFirst))
    }
}

extension PhoneNumber: CustomStringConvertible, CustomDebugStringConvertible {
    /// Masked, so that a number in a log line or an error does not reveal its subscriber.
    public var description: String { masked }
    /// Masked too: a debugger can read `e164`.
    public var debugDescription: String { masked }
}
