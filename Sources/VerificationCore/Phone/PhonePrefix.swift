import GatewayKit

/// What phone numbers begin with: a plus, a calling code, and perhaps more digits, for example `+49` or `+4915`.
package struct PhonePrefix: Sendable, Hashable, CustomStringConvertible {
    private let text: String

    /// Nil unless `text` is a plus and 1 to 15 digits, and the first digit is not zero.
    package init?(_ text: String) {
        let digits = text.utf8.dropFirst()
        guard text.utf8.first == UInt8(ascii: "+"), (1...15).contains(digits.count),
            digits.first != UInt8(ascii: "0"), digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        self.text = text
    }

    /// Reads a prefix as a person types it, for example `+49 15`.
    ///
    /// Nil also for `+49 (0)15`: the text does not say whether the prefix's numbers keep the zero, as those of Italy
    /// do.
    package init?(typed text: String) {
        guard let plain = PastedText.plain(text), !plain.filter({ $0 != " " }).contains("(0)"),
            let digits = PastedText.international(text)
        else { return nil }
        self.init(digits)
    }

    package var description: String { text }

    /// Whether a number begins like this.
    package func covers(_ phone: PhoneNumber) -> Bool { phone.e164.hasPrefix(text) }

    /// Whether every number of another prefix begins like this too, as those of `+4915` do with `+49`.
    package func covers(_ other: PhonePrefix) -> Bool { other.text.hasPrefix(text) }
}

extension PhoneNumber {
    /// What all numbers of a market begin with, as a key for limits: for example `49-DE`, `44-JE` or `1-876`.
    ///
    /// A fraudster who pumps traffic buys a range of numbers, and a range lies within one prefix. So a limit by prefix
    /// stops the range, and not the rest of the world.
    ///
    /// A calling code alone is not enough: 25 regions share 1, and others share 7, 44 and more at very different
    /// prices. Under 1 the three digits of the area code distinguish the regions, and even parts of a region. Other
    /// shared plans have no such digits of a fixed length, so there the region is named. For example Jersey is within
    /// Britain's `7`, Kazakhstan within Russia's.
    ///
    /// The prefix does not reveal the subscriber, so it may be shown and logged.
    package var prefix: String {
        guard callingCode == 1 else { return "\(callingCode)-\(region)" }
        return "1-" + e164.dropFirst(2).prefix(3)
    }

    /// Reads a `prefix` that a person types, for example `49-de`; nil for what is the prefix of no number.
    ///
    /// A prefix has no digit of a subscriber. So what is read here may be shown and audited, unlike what was typed.
    package static func prefix(typed text: String) -> String? {
        let plain = (PastedText.plain(text) ?? "").filter { $0 != " " }
        let parts = plain.uppercased().split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let code = parts.first, (1...3).contains(code.utf8.count), code.utf8.first != 0x30,
            code.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        let rest = String(parts[1])
        let isArea = rest.utf8.count == 3 && rest.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard code == "1" ? isArea : region(typed: rest) != nil else { return nil }
        return "\(code)-\(rest)"
    }

    /// A region as numbers have it, for example `DE` of `de`; nil for what is no region.
    package static func region(typed text: String) -> String? {
        let region = (PastedText.plain(text) ?? "").filter { $0 != " " }.uppercased()
        let isCountry = region.utf8.count == 2 && region.utf8.allSatisfy { (0x41...0x5A).contains($0) }
        return isCountry || region == "001" ? region : nil
    }
}
