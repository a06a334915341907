import HTTPTypes
import HummingbirdTesting
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@Suite("The pages of the countries")
struct CountryPagesTests {
    @Test("put the country first whose people type their codes far less than a week before, and say it in words")
    func fallen() async throws {
        let fixture = try await DashboardFixture()
        try await fixture.add("DE", started: 100, approved: 30, before: (100, 90))
        try await fixture.add("FR", started: 100, approved: 80, before: (100, 90))
        try await fixture.add("GB", started: 20, approved: 0, before: (20, 20))
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let rows = try #require(try await client.twin("/countries", cookies: viewer)["countries"]?.array)
            #expect(rows.map { $0["region"] } == ["DE", "GB", "FR"])
            #expect(rows.map { $0["hasFallen"] } == [true, false, false], "20 starts are too few to tell")
            #expect(rows[0]["conversion"] == 0.3 && rows[0]["conversionBefore"] == 0.9 && rows[0]["change"] == -0.6)
            let page = try await client.page("/countries", cookies: viewer)
            #expect(page.ranges(of: "<strong>fallen by a third or more</strong>").count == 1)
            #expect(page.contains("-60 points") && page.contains("30 %"))
            #expect(page.contains(">DE (Germany)</a>"), "the name beside the code")
            let detail = try await client.page("/countries/DE", cookies: viewer)
            #expect(detail.contains("Country DE (Germany)"))
            #expect(
                detail.contains("Fallen by a third or more") && detail.ranges(of: "<figure class=\"chart\">").count == 2
            )
            #expect(!(try await client.page("/countries/FR", cookies: viewer)).contains("Fallen by a third"))
        }
    }

    @Test("say so when nobody started, also on the page of a country without people")
    func empty() async throws {
        try await DashboardFixture().serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let page = try await client.page("/countries", cookies: viewer)
            #expect(page.contains("No verification started in this time"))
            let report = try await client.twin("/countries/DE", cookies: viewer)["report"]
            #expect(report?["began"] == 0 && report?["conversion"] == .null && report?["change"] == .null)
        }
    }

    @Test("show a region's word as text, whatever it is, and lead to its page")
    func hostile() async throws {
        let fixture = try await DashboardFixture()
        try await fixture.add("\"><b>/?", started: 3, approved: 1, before: (0, 0))
        try await fixture.add("", started: 2, approved: 1, before: (0, 0))
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let rows = try #require(try await client.twin("/countries", cookies: viewer)["countries"]?.array)
            for (row, started) in zip(rows, [3, 2] as [JSONValue]) {
                let path = try #require(row["path"]?.string)
                #expect(try await client.twin(path, cookies: viewer)["report"]?["began"] == started)
                let page = try await client.page(path, cookies: viewer)
                #expect(!page.contains("<b>"), "\(path)")
            }
            let page = try await client.page("/countries", cookies: viewer)
            #expect(page.contains("&lt;b&gt;") && page.contains("not known") && !page.contains("<b>"))
        }
    }

    @Test("refuse a window that there is not, and a name that is longer than any region's")
    func unusable() async throws {
        try await DashboardFixture().serve { client in
            let viewer = try await client.cookies(of: .viewer)
            for (path, status) in [
                ("/countries?window=15m", HTTPResponse.Status.badRequest),
                ("/countries/DE?window=%3Cscript%3E", .badRequest),
                ("/countries/" + String(repeating: "x", count: 17), .notFound),
            ] {
                #expect(try await client.send(.get, path, cookies: viewer).status == status, "\(path)")
            }
        }
    }

    @Test("list every country of the world")
    func many() async throws {
        let fixture = try await DashboardFixture()
        for number in 1...250 { try await fixture.add("R\(number)", started: number, approved: 1, before: (number, 1)) }
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let rows = try await client.twin("/countries", cookies: viewer)["countries"]?.array
            #expect(Set((rows ?? []).compactMap { $0["region"]?.string }).count == 250)
            #expect(try await client.page("/countries", cookies: viewer).ranges(of: "<tr>\n").count == 250)
        }
    }
}

extension DashboardFixture {
    /// What became of a country's people ten minutes ago, and a week before that.
    fileprivate func add(
        _ region: String, started: Int, approved: Int, before: (started: Int, approved: Int)
    ) async throws {
        let minute = Minute(clock.now) - 10
        let week = 7 * 24 * 60
        try await world.add([
            Tally(TallyKey(.started, in: minute, region: region), count: started),
            Tally(TallyKey(.approved, in: minute, region: region), count: approved),
            Tally(TallyKey(.started, in: minute - week, region: region), count: before.started),
            Tally(TallyKey(.approved, in: minute - week, region: region), count: before.approved),
        ])
    }
}
