/// A telephone number that exists in the numbering plan of its region.
///
/// Only a `PhoneNumberParser` makes one from text, so two spellings of one number are equal here and have one key
/// everywhere.
public struct PhoneNumber: Sendable, Hashable {
    /// What the numbering plan says of the line behind a number.
    public enum Kind: String, Sendable, CaseIterable {
        case mobile, fixedLine, fixedLineOrMobile, tollFree, premiumRate, sharedCost
        case voip, personal, pager, universalAccess, voicemail, unknown
        /// Of no country, and not known to cost the caller or to be a firm's: satellites, ships, world-wide services.
        case nonGeographic
    }

    /// `+` and up to 15 digits, for example `+14155550123`.
    public let e164: String
    /// ISO 3166 region such as `US`; `001` for numbers of no country.
    ///
    /// Where a territory's numbers come from a neighbour's ranges it is the neighbour: `FI` for mobiles of Åland.
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
    /// Masked, so that a number that slips into a log line or an error tells nobody whose it is.
    public var description: String { masked }
    /// Masked too: a debugger can read `e164`.
    public var debugDescription: String { masked }
}
