import HTTPService
import Operations
import StrictJSON
import VerificationCore

/// Who gets a code and types it, by country, against the same time a week before.
struct CountryPages: Sendable {
    private static let windows: [TallyWindow] = [.hour, .day]

    let queries: CountryQueries
    let server: PageServer

    var routes: [Route] { server.routes(list) + server.routes(detail) }

    private var list: Page {
        Page(path: "/countries", menu: "/countries", template: .countries, reach: .single) { call in
            let app = try OneApp(call)
            let window = try WindowLinks.window(of: call, among: Self.windows, default: .hour)
            let cached = await queries.reports.look(AppWindow(window, of: app.id))
            return Page.Model(
                title: "Countries",
                data: [
                    "windows": WindowLinks.data(window, at: "/countries", among: Self.windows, of: app),
                    "app": .text(app.id?.name),
                    "countries": .array((cached.value ?? []).map { $0.row(window, of: app) }), "known": cached.sign,
                    "leftOutMinutes": .count(CountryQueries.leftOut), "leastBegan": .count(Conversion.leastBegan),
                ])
        }
    }

    private var detail: Page {
        Page(path: "/countries/{region}", menu: "/countries", template: .country, reach: .single) { call in
            let app = try OneApp(call)
            let window = try WindowLinks.window(of: call, among: Self.windows, default: .hour)
            guard let region = call.segment("region")?.fromPathSegment, region.utf8.count <= 16 else {
                throw OperatorError.nothing("such country")
            }
            let place = CountryQueries.Place(region, in: window, of: app.id)
            async let happenings = server.happenings()
            let cached = await queries.details.look(place)
            let marks = await happenings.marks()
            return Page.Model(
                title: "Country \(region.isEmpty ? "not known" : CountryName.described(region))",
                data: [
                    "windows": WindowLinks.data(
                        window, at: "/countries/\(region.pathSegment)", among: Self.windows, of: app),
                    "app": .text(app.id?.name),
                    "region": .word(region), "known": cached.sign,
                    "leftOutMinutes": .count(CountryQueries.leftOut),
                    "report": cached.value.map { $0.report(region).row(window, of: app) } ?? .null,
                    "charts": cached.value.map { .array($0.charts(marks: marks)) } ?? [],
                ])
        }
    }
}

extension CountryReport {
    private var roundedChange: JSONValue {
        guard let change else { return .null }
        return .decimal((change * 10_000).rounded() / 10_000)
    }

    fileprivate func row(_ window: TallyWindow, of app: OneApp) -> JSONValue {
        [
            "region": .word(region),
            "path": .string(app.kept(in: "/countries/\(region.pathSegment)?window=\(window.rawValue)")),
            "began": .count(now.conversion.began), "accepted": .count(now.accepted),
            "delivered": .count(now.delivered), "approved": .count(now.conversion.approved),
            "conversion": now.conversion.data,
            "beganBefore": .count(before.conversion.began), "approvedBefore": .count(before.conversion.approved),
            "conversionBefore": before.conversion.data,
            "change": roundedChange, "hasFallen": .bool(hasFallen),
        ]
    }
}

extension CountryQueries.Detail {
    fileprivate func report(_ region: String) -> CountryReport {
        CountryReport(region: region, now: CountryReport.Counts(now.sums), before: CountryReport.Counts(before.sums))
    }

    /// The counts along the time, and the share of those who typed their code beside that of a week before.
    fileprivate func charts(marks: [Chart.Mark]) -> [JSONValue] {
        let counts = now.chart(
            lines: [
                Chart.Line(
                    name: "started a week ago", tone: .weekBefore, values: before.conversions.map { Double($0.began) }),
                Chart.Line(name: "started", tone: .incoming, values: now.conversions.map { Double($0.began) }),
                now.line("accepted", tone: .processed, of: [.accepted]),
                now.line("delivered", tone: .delivered, of: [.delivered]),
                now.line("approved", tone: .approved, of: [.approved]),
            ], marks: marks)
        return [
            ["name": "Verifications", "series": counts],
            ["name": "Conversion", "series": now.conversionChart(besides: before, marks: marks)],
        ]
    }
}

extension Conversion {
    fileprivate var data: JSONValue { .share(approved, of: began) }
}
