extension PhoneNumber {
    /// What numbers of one operator's market begin with: a key for limits, for example `49-DE`, `44-JE` or `1-876`.
    ///
    /// Somebody who pumps traffic buys a range of numbers, and a range lies within one prefix; so a limit by prefix stops
    /// the range without the rest of the world. A calling code alone will not do, for 25 regions share 1 and others share
    /// 7, 44 and more at very different prices. Under 1 the three digits of the area code tell the regions apart, and
    /// even parts of one region, for they are assigned to one place each. The other shared plans have no such digits of
    /// one length (Jersey is within Britain's `7`, Kazakhstan within Russia's), so there the region is named.
    ///
    /// Tells nothing of the subscriber, so it may be shown and logged.
    package var prefix: String {
        guard callingCode == 1 else { return "\(callingCode)-\(region)" }
        return "1-" + e164.dropFirst(2).prefix(3)
    }
}
