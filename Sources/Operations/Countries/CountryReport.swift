import VerificationCore

/// How a country's people fare, against the same time a week before.
package struct CountryReport: Sendable, Hashable {
    /// The outcomes of the verifications that began within a time.
    package struct Counts: Sendable, Hashable {
        /// How many began, and how many of them were approved.
        package let conversion: Conversion
        package let accepted: Int
        package let delivered: Int

        package init(_ counts: [TallyKind: Int]) {
            conversion = Conversion(counts)
            (accepted, delivered) = (counts[.accepted] ?? 0, counts[.delivered] ?? 0)
        }
    }

    /// ISO 3166 code, or `001` for numbers of no country.
    package let region: String
    package let now: Counts
    package let before: Counts

    package init(region: String, now: Counts, before: Counts) {
        (self.region, self.now, self.before) = (region, now, before)
    }

    /// By how much the share of the approved has changed, for example -0.38; nil when one of the two is unknown.
    package var change: Double? {
        guard let now = now.conversion.share, let before = before.conversion.share else { return nil }
        return now - before
    }

    package var hasFallen: Bool { now.conversion.hasFallen(from: before.conversion) }

    /// The reports of all regions of either time, the worst first.
    ///
    /// First the regions that have fallen, then the others by their change, and last the regions whose change is
    /// unknown. Equal reports stand in the order of how many verifications began.
    package static func worstFirst(now: [TallySum], before: [TallySum]) -> [CountryReport] {
        let (sumsNow, sumsBefore) = (byName(now), byName(before))
        return Set(sumsNow.keys).union(sumsBefore.keys).map { region in
            CountryReport(
                region: region, now: Counts(sumsNow[region] ?? [:]), before: Counts(sumsBefore[region] ?? [:]))
        }.sorted { left, right in
            if left.hasFallen != right.hasFallen { return left.hasFallen }
            let (mine, other) = (left.change ?? 2, right.change ?? 2)
            if mine != other { return mine < other }
            return (right.now.conversion.began, left.region) < (left.now.conversion.began, right.region)
        }
    }

    private static func byName(_ sums: [TallySum]) -> [String: [TallyKind: Int]] {
        Dictionary(sums.map { ($0.name, $0.counts) }) { first, _ in first }
    }
}
