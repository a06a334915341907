import Operations
import Testing
import VerificationCore
import VerificationTesting

@Suite("Countries, the worst first")
struct CountryReportTests {
    @Test(
        "a fall by a third counts from fifty verifications on, now and a week before",
        arguments: [
            (50, 20, 50, 30, true), (50, 21, 50, 30, false), (49, 0, 50, 30, false), (50, 0, 49, 30, false),
            (50, 0, 50, 0, false), (100, 60, 100, 60, false),
        ])
    func fall(_ started: Int, _ approved: Int, _ startedBefore: Int, _ approvedBefore: Int, _ hasFallen: Bool) {
        let report = CountryReport(
            region: "DE", now: counts([.started: started, .approved: approved]),
            before: counts([.started: startedBefore, .approved: approvedBefore]))
        #expect(report.hasFallen == hasFallen)
    }

    @Test("a country's English name stands beside its code, and nothing beside a code of no country")
    func name() {
        #expect(
            ["DE", "US", "XK"].map(CountryName.described) == ["DE (Germany)", "US (United States)", "XK (Kosovo)"])
        for code in ["001", "", "QQ", "<b", "DE-X"] { #expect(CountryName.described(code) == code) }
    }

    @Test("calls that joined a verification that lived began none, so they are no fall")
    func joined() {
        let report = CountryReport(
            region: "DE", now: counts([.started: 400, .duplicate: 290, .resent: 10, .sent: 100, .approved: 80]),
            before: counts([.started: 100, .sent: 100, .approved: 80]))
        #expect(!report.hasFallen && report.now.conversion.began == 100 && report.change == 0)
    }

    @Test("first come those that have fallen, then the others by their change, and last those without a change")
    func order() {
        let now = [sum("DE", 100, 60), sum("FR", 100, 10), sum("NG", 10, 0), sum("US", 1_000, 500), sum("GB", 5, 5)]
        let before = [
            sum("DE", 100, 60), sum("FR", 100, 60), sum("NG", 10, 10), sum("US", 1_000, 510), sum("JP", 9, 9),
        ]
        let reports = CountryReport.worstFirst(now: now, before: before)
        #expect(reports.map(\.region) == ["FR", "NG", "US", "DE", "GB", "JP"])
        #expect(reports.map(\.hasFallen) == [true, false, false, false, false, false])
        let last = reports[5]
        #expect(last.now.conversion.began == 0 && last.before.conversion.began == 9 && last.change == nil)
    }

    @Test("the newest minutes are left out, and the same time a week before is compared")
    func spans() async throws {
        let (clock, world) = (ManualClock(), InMemoryWorld())
        let last = Minute(clock.now) - CountryQueries.leftOut
        try await world.add([
            Tally(TallyKey(.approved, in: last, region: "DE"), count: 1),
            Tally(TallyKey(.started, in: last + 1, region: "DE"), count: 9),
            Tally(TallyKey(.started, in: last, region: "DE"), count: 2),
            Tally(TallyKey(.started, in: last - 59 - 7 * 1_440, region: "DE"), count: 4),
            Tally(TallyKey(.started, in: last - 60 - 7 * 1_440, region: "DE"), count: 9),
        ])
        let queries = CountryQueries(tallies: world) { clock.now }
        let report = try #require(await queries.reports.look(AppWindow(.hour)).current?.first)
        #expect(report.now.conversion == Conversion(began: 2, approved: 1) && report.before.conversion.began == 4)
        let detail = try #require(await queries.details.look(CountryQueries.Place("DE", in: .hour)).current)
        #expect(detail.now.counts[.started]?.last == 2 && detail.before.counts[.started]?.first == 4)
    }

    private func counts(_ counts: [TallyKind: Int]) -> CountryReport.Counts { CountryReport.Counts(counts) }

    private func sum(_ name: String, _ started: Int, _ approved: Int) -> TallySum {
        TallySum(name: name, counts: [.started: started, .approved: approved])
    }
}
