import Foundation
import Testing
import VerificationCore

/// A route of the dashboard, and whom it serves, by `Python/routes.txt`.
struct DashboardRoute: Sendable, CustomStringConvertible {
    /// Nil for a route that needs no session.
    let least: OperatorRole?
    let method: String
    /// Below the path of the dashboard.
    let path: String
    /// What a `POST` sends; it may do harm, so each test has an installation of its own.
    var form = ""
    /// Whether it answers a file to keep.
    var isFile = false
    /// Whether it answers by leading to a page.
    var leads = false
    /// Whether it is about something that a test does not have.
    var isAbsent = false

    var description: String { "\(method) \(path) \(form)" }

    var isTwin: Bool { path.hasPrefix("/api/") }
    /// A page for people that needs a session.
    var isPage: Bool { method == "GET" && least != nil && !isTwin && !isFile && !leads && !isAbsent }

    /// What stands for the names in braces; by default values of the right form, behind which there is nothing.
    struct Values: Sendable {
        var verification = "\(Site.makeID())"
        /// As a form sends it.
        var phone = "%2B4915123410000"
        var rule: Int64 = 1
        var testNumber = "\(Site.makeID())"
        var incident: Int64 = 1

        fileprivate var byName: [String: String] {
            [
                "id": verification, "phone": phone, "rule": "\(rule)", "number": testNumber, "queue": "requests",
                "name": "webhook", "region": "DE", "app": Site.app, "kind": "limited", "gateway": "-",
                "reason": "sends-per-phone", "finding": "no-workers",
                "session": "AAAAAAAAAAAAAAAA", "key": "AAAAAAAAAAAAAAAA", "incident": "\(incident)",
                "letter": "sha256-" + String(repeating: "0", count: 64),
            ]
        }
    }

    /// The routes that need a session, with values for the names in braces.
    static func inside(_ values: Values = Values()) -> [DashboardRoute] {
        func fill(_ text: String) -> String {
            values.byName.reduce(text) { $0.replacingOccurrences(of: "{\($1.key)}", with: $1.value) }
        }
        return lines.flatMap(\.routes).filter { $0.least != nil }.map { route in
            DashboardRoute(
                least: route.least, method: route.method, path: fill(route.path), form: fill(route.form),
                isFile: route.isFile, leads: route.leads, isAbsent: route.isAbsent)
        }
    }

    /// The paths of the pages.
    static func pages(_ values: Values) -> [String] {
        inside(values).filter(\.isPage).map(\.path)
    }

    /// Each line's kind in the sources and its path, for example `action /queues/{queue}/pause`.
    static var declared: Set<String> { Set(lines.map { "\($0.kindInSources) \($0.path)" }) }

    /// The same by the sources of the dashboard.
    static func inSources() throws -> Set<String> {
        let folder = root.appending(path: "Sources/Dashboard")
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        let route = #/Route\(\s*\.(?<method>[a-z]+),\s*at:\s*(?:[a-zA-Z]+\.)*base \+ "(?<path>[^"]*)"/#
        let page = #/\b(?<kind>Page|ActionPage|PostedAction)\(\s*path: "(?<path>[^"]*)"/#
        let kinds: [Substring: String] = ["Page": "page", "ActionPage": "action", "PostedAction": "posted"]
        return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.reduce(into: []) {
            found, file in
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: route) where match.path != "/api/v1" {
                found.insert("\(match.method) \(match.path)")
            }
            for match in text.matches(of: page) {
                found.insert("\(kinds[match.kind] ?? "") \(match.path)")
            }
        }
    }

    /// A line of the table.
    private struct Line {
        let least: OperatorRole?
        let kind: String
        let path: String
        let form: String

        init(_ text: Substring) {
            let words = text.split(separator: " ").map(String.init)
            (least, kind, path) = (OperatorRole(rawValue: words[0]), words[1], words[2])
            form = words.count > 3 ? words[3] : ""
        }

        /// The sources tell neither a file, nor by which method a page's question comes.
        var kindInSources: String {
            switch kind {
            case "ask": "page"
            case "file", "lead": "get"
            case "absent": "action"
            case _: kind
            }
        }

        var routes: [DashboardRoute] {
            let get = DashboardRoute(least: least, method: "GET", path: path)
            let twin = DashboardRoute(least: least, method: "GET", path: "/api/v1" + (path == "/" ? "/overview" : path))
            let post = DashboardRoute(least: least, method: "POST", path: path, form: form)
            let postedTwin = DashboardRoute(least: least, method: "POST", path: twin.path, form: form)
            let confirmed = DashboardRoute(
                least: least, method: "POST", path: path, form: form + "&confirmed=yes&reason=test")
            return switch kind {
            case "page": [get, twin]
            case "action": [get, twin, post]
            case "absent":
                [get, twin, post].map { route in
                    var route = route
                    route.isAbsent = true
                    return route
                }
            case "ask": [post, postedTwin]
            case "posted": [post, postedTwin, confirmed]
            case "file": [DashboardRoute(least: least, method: "GET", path: path, isFile: true)]
            case "lead": [DashboardRoute(least: least, method: "GET", path: path, leads: true)]
            case "get": [get]
            case _: [post]
            }
        }
    }

    private static var root: URL {
        (1...4).reduce(URL(filePath: #filePath)) { file, _ in file.deletingLastPathComponent() }
    }

    private static let lines: [Line] = {
        let file = root.appending(path: "Tests/EndToEndTests/Python/routes.txt")
        // Without the file the table is empty, and the test that compares it with the sources says so.
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") && $0.split(separator: " ").count >= 3 }
            .map(Line.init)
    }()
}
