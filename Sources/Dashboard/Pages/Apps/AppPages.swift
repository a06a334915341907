import HTTPService
import Operations
import StrictJSON
import VerificationCore

/// Which app's people get no code: each app's funnel against the same time a week before, and a page for each app.
struct AppPages: Sendable {
    private static let windows: [TallyWindow] = [.hour, .day]

    let queries: AppQueries
    let server: PageServer

    var routes: [Route] { server.routes(list) + server.routes(detail) }

    private var list: Page {
        Page(path: "/apps", menu: "/apps", template: .apps, reach: .none) { call in
            let window = try WindowLinks.window(of: call, among: Self.windows, default: .hour)
            let cached = await queries.reports.look(window)
            let reports = cached.value ?? []
            return Page.Model(
                title: "Apps",
                data: [
                    "windows": WindowLinks.data(window, at: "/apps", among: Self.windows),
                    "columns": .array(AppColumn.all.map { ["name": .string($0.name)] }),
                    "apps": .array(reports.map { $0.row(window) }), "known": cached.sign,
                    "isCapped": .bool(reports.count >= AppQueries.most),
                    "leftOutMinutes": .count(AppQueries.leftOut), "leastBegan": .count(Conversion.leastBegan),
                ])
        }
    }

    private var detail: Page {
        Page(path: "/apps/{app}", menu: "/apps", template: .app, reach: .none) { call in
            let window = try WindowLinks.window(of: call, among: Self.windows, default: .hour)
            guard let app = call.segment("app").flatMap({ AppID($0) }) else {
                throw OperatorError.nothing("such app")
            }
            async let names = queries.names.look()
            async let happenings = server.happenings()
            let cached = await queries.details.look(AppQueries.Place(app, in: window))
            let detail = cached.value
            let report = detail?.report(app)
            let marks = await happenings.marks()
            return Page.Model(
                title: "App \(app)",
                data: [
                    "windows": WindowLinks.data(window, at: "/apps/\(app)", among: Self.windows),
                    "app": .string(app.name), "known": cached.sign,
                    "isUnknown": .bool(await names.value.map { !$0.contains(app.name) } ?? false),
                    "isEmpty": .bool(report?.isEmpty ?? false),
                    "leftOutMinutes": .count(AppQueries.leftOut),
                    "report": report?.row(window) ?? .null, "charts": .array(detail?.charts(marks: marks) ?? []),
                    "failures": .array((detail?.failures ?? []).map { failure($0, of: app, in: window) }),
                    "regions": .array((detail?.regions ?? []).map { region($0, of: app, in: window) }),
                    "links": .array(links(to: app)),
                ])
        }
    }

    private func failure(_ group: TallyGroup, of app: AppID, in window: TallyWindow) -> JSONValue {
        let place = FailureQueries.Group(
            group.kind, gateway: group.gateway, reason: group.reason, in: window, of: app)
        return [
            "kind": .string(group.kind.rawValue), "what": .string(group.kind.failureWords),
            "reason": .word(group.reason), "gateway": .word(group.gateway), "count": .count(group.count),
            "lastAt": .time(group.minutes.upperBound.beginning),
            "path": .string(OneApp(app).kept(in: "\(place.path)?window=\(window.rawValue)")),
        ]
    }

    private func region(_ sum: TallySum, of app: AppID, in window: TallyWindow) -> JSONValue {
        let counts = AppReport.Counts(sum.counts)
        let path = "/countries/\(sum.name.pathSegment)?window=\(window.rawValue)"
        return [
            "region": .word(sum.name), "path": .string(OneApp(app).kept(in: path)),
            "asked": .count(counts.asked), "began": .count(counts.conversion.began),
            "approved": .count(counts.conversion.approved),
            "conversion": .share(counts.conversion.approved, of: counts.conversion.began),
        ]
    }

    /// The pages that can be seen for the app.
    private func links(to app: AppID) -> [JSONValue] {
        [
            ("/", "Overview"), ("/verifications", "Verifications"), ("/failures", "Failures"),
            ("/countries", "Countries"), ("/events", "Events"), ("/test-numbers", "Test numbers"),
            ("/limits", "Limits"),
        ].map { path, name in ["path": .string(OneApp(app).kept(in: path)), "name": .string(name)] }
    }
}

extension Judgement.RuleFinding {
    /// The pages of the apps that it names.
    var appLinks: [(path: String, words: String, isAction: Bool)] {
        accusedApps.prefix(3).map { ("/apps/\($0)", "App \($0)", false) }
            + (accusedApps.isEmpty ? [] : [("/apps", "Apps", false)])
    }
}
