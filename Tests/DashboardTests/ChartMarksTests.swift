import HTTPTypes
import HummingbirdTesting
import Operations
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import Dashboard

@Suite("The marks of charts")
struct ChartMarksTests {
    private static let beginning = Timestamp(rfc3339: "2026-11-28T14:03:00Z") ?? Timestamp(seconds: 0)
    private let clock = ChartClock(beginning: beginning, step: .seconds(60), count: 60)

    @Test("are one for each point: it has the time of the first thing, the gravest kind, and says what else there was")
    func merged() {
        let marks = ChartMarks.merged(
            [
                mark(70, "c", .deed), mark(61, "a", .start), mark(65, "b", .breaker), mark(200, "x", .deploy),
                mark(-1, "before", .deed), mark(3_600, "after", .deed),
            ], along: clock)
        #expect(marks.map(\.what) == ["a; b; c", "x"] && marks.map(\.kind) == [.breaker, .deploy])
        #expect(marks[0].at == Self.beginning + .seconds(61))
        let many = ChartMarks.merged((0..<20).map { mark($0, "\($0)", .start) }, along: clock)
        #expect(many.map(\.what) == ["0; 1; 2; and 17 more"])
    }

    @Test("are bounded, and those that are merged stay the same when they are merged again")
    func bounded() {
        let long = ChartClock(beginning: Self.beginning, step: .seconds(600), count: 144)
        let marks = (0..<144).map { mark($0 * 600, "\($0)", .deed) }
        let merged = ChartMarks.merged(marks, along: long)
        #expect(merged.count == ChartMarks.most && merged.last?.what == "143", "the newest stay")
        #expect(ChartMarks.merged(merged, along: long).map(\.what) == merged.map(\.what))
    }

    @Test("have a sign and an entry in the legend for each kind that is there, and no other")
    func legend() {
        let legend = ChartMarks.legend([mark(0, "a", .deploy), mark(60, "b", .breaker), mark(120, "c", .deploy)]).array
        #expect(legend?.map { $0["name"] } == ["circuit", "new version"])
        let signs = Happening.Kind.allCases.map(\.sign)
        #expect(Set(signs).count == signs.count)
    }

    @Test("stand on the charts of all pages, and a gateway's page leaves out the circuits of others")
    func everywhere() async throws {
        let fixture = try await DashboardFixture()
        let now = fixture.clock.now
        let minute = Minute(now) - 10
        try await fixture.world.add([
            Tally(TallyKey(.started, in: minute, app: "shop", region: "DE"), count: 30),
            Tally(TallyKey(.callRefused, in: minute, region: "DE", gateway: "main", reason: "x"), count: 3),
        ])
        try fixture.world.keep(
            IncidentReport(
                sightings: [], holding: [], staleBefore: nil, watchedSince: now, note: "",
                marks: [
                    Mark(at: minute.beginning, kind: .breakerOpened, subject: "backup", detail: "<b>"),
                    Mark(at: (minute - 5).beginning, kind: .apiStarted, subject: "<i>", detail: "version 2"),
                ]))
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            for (path, count) in [
                ("/", 2), ("/countries/DE", 2), ("/apps/shop", 2), ("/failures/call-refused/main/x?window=1h", 2),
                ("/gateways/main", 1), ("/gateways/backup", 2), ("/queues", 2),
            ] {
                let page = try await client.page(path, cookies: viewer)
                let charts = page.split(separator: "<figure class=\"chart\">").dropFirst()
                #expect(!charts.isEmpty, "\(path)")
                for chart in charts {
                    #expect(chart.ranges(of: "<line class=\"mark\"").count == count, "\(path)")
                    #expect(chart.contains("<title>") && chart.contains("process started</li>"), "\(path)")
                }
                #expect(!page.contains("<i>") && !page.contains("<b>"), "\(path)")
            }
        }
    }

    private func mark(_ second: Int, _ what: String, _ kind: Happening.Kind) -> Chart.Mark {
        Chart.Mark(at: Self.beginning + .seconds(second), what: what, kind: kind)
    }
}
