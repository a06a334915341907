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
}
