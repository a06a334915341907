import VerificationCore

/// How a country's people fare, against the same time a week before.
package struct CountryReport: Sendable, Hashable {
    /// What became of the verifications that began within a time.
    package struct Counts: Sendable, Hashable {
        package let started: Int
        package let accepted: Int
        package let delivered: Int
        package let approved: Int

        package init(started: Int, accepted: Int, delivered: Int, approved: Int) {
            (self.started, self.accepted, self.delivered, self.approved) = (started, accepted, delivered, approved)
        }

        /// Of a sum by region; all 0 for nil.
        init(_ sum: TallySum?) {
            let counts = sum?.counts ?? [:]
            self.init(
                started: counts[.started] ?? 0, accepted: counts[.accepted] ?? 0, delivered: counts[.delivered] ?? 0,
                approved: counts[.approved] ?? 0)
        }

        /// How many of those who started have typed their code, from 0 to 1; nil when nobody started.
        package var conversion: Double? { started > 0 ? Double(approved) / Double(started) : nil }
    }

    /// So many starts are needed before a fall means anything.
    package static let leastStarts = 50

    /// ISO 3166 code, or `001` for numbers of no country.
    package let region: String
    package let now: Counts
    package let before: Counts

    package init(region: String, now: Counts, before: Counts) {
        (self.region, self.now, self.before) = (region, now, before)
    }

    /// By how much the conversion has changed, for example -0.38; nil when one of the two is unknown.
    package var change: Double? {
        guard let now = now.conversion, let before = before.conversion else { return nil }
        return now - before
    }

    /// Whether the conversion has fallen by a third or more, with enough starts now and then to tell.
    package var hasFallen: Bool {
        guard now.started >= Self.leastStarts, before.started >= Self.leastStarts, before.approved > 0 else {
            return false
        }
        // In whole numbers, because two thirds is no number that a Double holds exactly.
        return 3 * now.approved * before.started <= 2 * before.approved * now.started
    }

    /// The reports of all regions of either time, the worst first.
    ///
    /// First those that have fallen, then the others by their change, and last those of which no change is known. Equal
    /// reports stand in the order of their starts.
    package static func worstFirst(now: [TallySum], before: [TallySum]) -> [CountryReport] {
        let (sumsNow, sumsBefore) = (byName(now), byName(before))
        return Set(sumsNow.keys).union(sumsBefore.keys).map { region in
            CountryReport(region: region, now: Counts(sumsNow[region]), before: Counts(sumsBefore[region]))
        }.sorted { left, right in
            if left.hasFallen != right.hasFallen { return left.hasFallen }
            let (mine, other) = (left.change ?? 2, right.change ?? 2)
            if mine != other { return mine < other }
            return (right.now.started, left.region) < (left.now.started, right.region)
        }
    }

    private static func byName(_ sums: [TallySum]) -> [String: TallySum] {
        Dictionary(sums.map { ($0.name, $0) }) { first, _ in first }
    }
}
