/// Which verifications a reader wants.
package struct VerificationFilter: Sendable, Hashable {
    /// How the verification stands now; nil for all.
    package let status: VerificationStatus?
    /// The app's name; nil for all.
    package let app: String?
    /// The region of the phone's number, for example `DE`; nil for all.
    package let region: String?
    /// What the phone's number begins with; nil for all.
    package let prefix: PhonePrefix?
    /// The gateway that has answered last for any message of the verification; nil for all.
    package let gateway: String?
    /// Requests that were made at this moment or later, by the clocks of their makers; nil for the oldest.
    package let from: Timestamp?
    /// Requests that were made before this moment; nil for the newest.
    package let until: Timestamp?

    package init(
        status: VerificationStatus? = nil, app: String? = nil, region: String? = nil, prefix: PhonePrefix? = nil,
        gateway: String? = nil, from: Timestamp? = nil, until: Timestamp? = nil
    ) {
        (self.status, self.app, self.region, self.prefix) = (status, app, region, prefix)
        (self.gateway, self.from, self.until) = (gateway, from, until)
    }

    /// A region as the rows have it, for example `DE` of `de`; nil for what is no region.
    package static func region(_ text: String) -> String? {
        let region = text.uppercased()
        let isCountry = region.utf8.count == 2 && region.utf8.allSatisfy { (0x41...0x5A).contains($0) }
        return isCountry || region == "001" ? region : nil
    }

    /// Every verification.
    package static let all = VerificationFilter()

    /// How many digits a prefix has at most that a person filters by, for example `+1415`.
    ///
    /// With more digits, and with the last two that everybody sees, a viewer could find out a whole number.
    package static let longestPrefix = 4

    /// Whether it wants all verifications of its time.
    package var wantsAllOfItsTime: Bool {
        status == nil && app == nil && region == nil && prefix == nil && gateway == nil
    }

    /// Whether a verification is wanted.
    package func fits(_ record: VerificationRecord) -> Bool {
        let report = record.report
        return (status ?? report.status) == report.status && (app ?? report.app.name) == report.app.name
            && (region ?? record.region) == record.region
            && report.phone.hasPrefix(prefix?.description ?? "")
            && gateway.map { name in report.messages.contains { $0.gateway == name } } ?? true
            && ids(before: nil)?.contains(record.id) ?? false
    }

    /// The ids of its time below a cursor; nil when there can be no such id.
    package func ids(before: VerificationID?) -> Range<VerificationID>? {
        let from = from.map(VerificationID.init(firstOf:)) ?? VerificationID(high: 0, low: 0)
        let end = until.map(VerificationID.init(firstOf:)) ?? VerificationID(high: .max, low: .max)
        let upper = min(end, before ?? end)
        return from < upper ? from..<upper : nil
    }
}
