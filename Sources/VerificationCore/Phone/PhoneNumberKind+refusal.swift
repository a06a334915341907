extension PhoneNumber.Kind {
    /// Whether a number of this kind is refused whatever an app allows: it costs the caller, or no SMS can reach it.
    ///
    /// - Premium-rate and shared-cost numbers earn whoever holds them money with every message.
    /// - Pagers, fixed lines, voice mail boxes and universal access numbers have nobody who could read an SMS. Where a plan
    ///   gives mobile and fixed lines the same digits, as in North America, nobody can tell, and the number is served.
    /// - Toll-free numbers belong to firms; the few that take an SMS prove nothing about a person.
    /// - Numbers of no country (satellites, ships, world-wide services) cost many times a mobile's price, are what
    ///   traffic pumping likes best, and stand on no app's list of regions.
    ///
    /// Emergency and other short numbers need no kind: they are in no international numbering plan, so no parser makes a
    /// number of them.
    package var cannotGetSMS: Bool {
        switch self {
        case .premiumRate, .sharedCost, .pager, .fixedLine, .tollFree, .universalAccess, .voicemail, .nonGeographic:
            true
        case .mobile, .fixedLineOrMobile, .voip, .personal, .unknown: false
        }
    }
}
