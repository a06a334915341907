/// Events of the same kind, gateway and reason, for example `error-30003` of a provider.
package struct TallyGroup: Sendable, Hashable {
    package let kind: TallyKind
    package let gateway: String
    package let reason: String
    package let count: Int
    /// The first and the last minute of the question's span in which it was counted.
    package let minutes: ClosedRange<Minute>
    /// The regions of the numbers, those with the most events first; `TallyGroup.mostRegions` at most.
    package let regions: [String]

    /// How many regions a group names.
    package static let mostRegions = 5

    package init(
        kind: TallyKind, gateway: String, reason: String, count: Int, minutes: ClosedRange<Minute>, regions: [String]
    ) {
        self.kind = kind
        self.gateway = gateway
        self.reason = reason
        self.count = count
        self.minutes = minutes
        self.regions = regions
    }
}
