import Foundation
import StrictJSON
import TestSupport
import Testing

/// A visit of the dashboard with a browser, by `Python/browser.py`, which says what it judges.
enum BrowserVisit {
    /// What is wrong with a page.
    struct Finding: Sendable, CustomStringConvertible {
        let rule: String
        let description: String
    }

    struct Report: Sendable {
        let pages: [String]
        let findings: [Finding]
    }

    /// How much of the pages is judged.
    enum Depth: String {
        /// All that the script judges.
        case whole
        /// That every page comes, stays below its path, and has no complaint; for a dashboard that is judged elsewhere.
        case brief
    }

    /// Signs in as an operator and looks at the pages of the menu, and at `pages` besides.
    ///
    /// With `VERIFYD_SCREENSHOTS` in the environment it leaves pictures in that folder.
    static func run(
        _ base: String, name: String, pages: [String], depth: Depth = .whole
    ) async throws -> Report {
        let screenshots = ProcessInfo.processInfo.environment["VERIFYD_SCREENSHOTS"]
        let job = JSONObject([
            .init(key: "base", value: .string(base)), .init(key: "name", value: .string(name)),
            .init(key: "password", value: .string(Site.operatorPassword)),
            .init(key: "phone", value: .string(Site.phones(1)[0])),
            .init(key: "depth", value: .string(depth.rawValue)),
            .init(key: "pages", value: .array(pages.map { .string($0) })),
            .init(key: "screenshots", value: screenshots.map { .string("\($0)/\(depth.rawValue)") } ?? .null),
        ])
        return try await report(of: [String(decoding: JSONValue.object(job).serialized, as: UTF8.self)])
    }

    /// Adds a security key to an operator's account, and signs in with it.
    static func runWithSecurityKey(_ base: String, name: String) async throws -> Report {
        let job: JSONValue = [
            "base": .string(base), "name": .string(name), "password": .string(Site.operatorPassword),
        ]
        return try await report(of: [String(decoding: job.serialized, as: UTF8.self)], by: "security_key.py")
    }

    /// Judges a page on which there is something for every rule to find.
    static func runOnBadPage() async throws -> Report { try await report(of: []) }

    private static func report(of arguments: [String], by name: String = "browser.py") async throws -> Report {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let script = folder.appending(path: "Python/\(name)").path
        // No proxy and no settings of the person who runs the tests.
        let environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/nonexistent", "TZ": "UTC"]
        let output = try await ChildProcess.run(
            URL(filePath: try TestVariable.value(of: "VERIFYD_PYTHON")), ["-B", script] + arguments,
            environment: environment)
        let document = try JSONValue(parsing: output)
        let pages = try #require(document["pages"]?.array).compactMap(\.string)
        let findings = try #require(document["findings"]?.array).map { finding in
            let words = ["page", "way", "rule", "detail"].compactMap { finding[$0]?.string }
            return Finding(rule: finding["rule"]?.string ?? "", description: words.joined(separator: " | "))
        }
        return Report(pages: pages, findings: findings)
    }
}
