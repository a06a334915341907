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
    /// Requests that were made at this moment or later; nil for the oldest.
    ///
    /// The time is that of the id, by the clock of its maker. For an id that tells no time it is the verification's.
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

    /// Every verification.
    package static let all = VerificationFilter()

    /// How many digits a prefix has at most that a person filters by, for example `+1415`.
    ///
    /// With more digits, and with the last two that everybody sees, a viewer could find out a whole number.
    package static let longestPrefix = 4

    /// Whether it wants all verifications of all times.
    package var wantsAll: Bool {
        status == nil && app == nil && region == nil && prefix == nil && gateway == nil && from == nil && until == nil
    }

    /// Whether a verification is wanted.
    package func fits(_ record: VerificationRecord) -> Bool {
        let report = record.report
        return (status ?? report.status) == report.status && (app ?? report.app.name) == report.app.name
            && (region ?? record.region) == record.region
            && report.phone.hasPrefix(prefix?.description ?? "")
            && gateway.map { name in report.messages.contains { $0.gateway == name } } ?? true
            && isOfItsTime(report)
    }

    private func isOfItsTime(_ report: VerificationReport) -> Bool {
        guard report.id.mayBeOfKey else { return ids.contains(report.id) }
        return from.map { $0 <= report.createdAt } ?? true && until.map { report.createdAt < $0 } ?? true
    }
}
