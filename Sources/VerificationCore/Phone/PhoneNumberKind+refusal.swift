extension PhoneNumber.Kind {
    /// Whether an app refuses numbers of this kind, unless it allows the kind.
    ///
    /// They cost the caller, or no person reads their SMS:
    /// - Premium-rate and shared-cost numbers earn their holder money with every message. Personal numbers, such as UK
    ///   070 and +1 5xx, are priced like them.
    /// - Pagers, fixed lines, voice mail boxes and universal access numbers have no person who could read an SMS.
    /// - Toll-free numbers belong to firms; the few that take an SMS prove nothing about a person.
    /// - Numbers of no country (satellites, ships, world-wide services) cost many times a mobile's price. Fraudsters
    ///   who pump traffic like them best, and no app's list of regions has them.
    ///
    /// A number for films and books has no owner and may be a test number, so it is not refused here.
    ///
    /// In some plans, as in North America, mobile and fixed lines have the same digits. Such a number is served.
    ///
    /// Emergency and other short numbers need no kind. They are in no international numbering plan, so no parser makes
    /// a number of them.
    package var cannotGetSMS: Bool {
        switch self {
        case .premiumRate, .sharedCost, .personal, .pager, .fixedLine, .tollFree, .universalAccess, .voicemail,
            .nonGeographic:
            true
        case .mobile, .fixedLineOrMobile, .voip, .unknown, .fiction: false
        }
    }
}
