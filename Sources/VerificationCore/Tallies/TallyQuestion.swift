/// Which counts a reader wants.
package struct TallyQuestion: Sendable, Hashable {
    package var span: Range<Minute>
    package var kinds: Set<TallyKind>
    /// Nil for the counts of all apps, and for those without an app.
    package var app: AppID?
    /// Nil for the counts of all regions, and for those without a region.
    package var region: String?
    /// Nil for the counts of all gateways, and for those without a gateway.
    package var gateway: String?
    /// Nil for the counts of all reasons, and for those without a reason.
    package var reason: String?

    package init(
        _ kinds: Set<TallyKind>, in span: Range<Minute>, app: AppID? = nil, region: String? = nil,
        gateway: String? = nil, reason: String? = nil
    ) {
        self.span = span
        self.kinds = kinds
        self.app = app
        self.region = region
        self.gateway = gateway
        self.reason = reason
    }

    /// How many first messages of verifications that began in these minutes were delivered, at gateways that report
    /// delivery.
    package static func firstDeliveries(in span: Range<Minute>) -> TallyQuestion {
        TallyQuestion([.awaited, .delivered], in: span, reason: "")
    }

    /// The same question about a time a week before.
    package var aWeekBefore: TallyQuestion {
        var question = self
        let week = 7 * 24 * 60
        question.span = span.lowerBound - week..<span.upperBound - week
        return question
    }
}
