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

    var description: String { "\(method) \(path)" }

    var isTwin: Bool { path.hasPrefix("/api/") }
    /// A page for people that needs a session.
    var isPage: Bool { method == "GET" && least != nil && !isTwin }

    /// The routes that need a session, with values for the names in braces.
    ///
    /// `verification`: an id; `phone`: as a form sends it.
    static func inside(_ verification: String, phone: String = "%2B4915123410000") -> [DashboardRoute] {
        let values = [
            "id": verification, "phone": phone, "queue": "requests", "name": "webhook", "region": "DE", "app": Site.app,
        ]
        func fill(_ text: String) -> String {
            values.reduce(text) { $0.replacingOccurrences(of: "{\($1.key)}", with: $1.value) }
        }
        return lines.flatMap(\.routes).filter { $0.least != nil }.map {
            DashboardRoute(least: $0.least, method: $0.method, path: fill($0.path), form: fill($0.form))
        }
    }

    /// The paths of the pages.
    static func pages(_ verification: String) -> [String] {
        inside(verification).filter(\.isPage).map(\.path)
    }

    /// Each line's kind and path, for example `action /queues/{queue}/pause`.
    static var declared: Set<String> { Set(lines.map { "\($0.kind) \($0.path)" }) }

    /// The same by the sources of the dashboard.
    static func inSources() throws -> Set<String> {
        let folder = root.appending(path: "Sources/Dashboard")
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        let route = #/Route\(\s*\.(?<method>[a-z]+),\s*(?:[a-zA-Z]+\.)*base \+ "(?<path>[^"]*)"/#
        let page = #/\b(?<kind>Action)?Page\(\s*path: "(?<path>[^"]*)"/#
        return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.reduce(into: []) {
            found, file in
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: route) where match.path != "/api/v1" {
                found.insert("\(match.method) \(match.path)")
            }
            for match in text.matches(of: page) {
                found.insert("\(match.kind == nil ? "page" : "action") \(match.path)")
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

        var routes: [DashboardRoute] {
            let get = DashboardRoute(least: least, method: "GET", path: path)
            let twin = DashboardRoute(least: least, method: "GET", path: "/api/v1" + (path == "/" ? "/overview" : path))
            let post = DashboardRoute(least: least, method: "POST", path: path, form: form)
            return switch kind {
            case "page": [get, twin]
            case "action": [get, twin, post]
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
