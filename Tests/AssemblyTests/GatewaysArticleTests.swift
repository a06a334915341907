import Foundation
import Testing
import VerificationCore

@testable import Assembly

@Suite("The article about gateways")
struct GatewaysArticleTests {
    @Test("shows a file that verifyd reads, and the gateways that it leads to")
    func example() async throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let article = try String(
            contentsOf: root.appending(path: "Sources/verifyd/verifyd.docc/Gateways.md"), encoding: .utf8)
        let fenced = try #require(article.components(separatedBy: "```yaml\n").dropFirst().first)
        let file = try #require(fenced.components(separatedBy: "```").first)
        let parsed = try SettingsFile(
            yaml: file, path: "verifyd.yaml", mappings: GatewayProviders.builtIn.mappings)
        let plan = try GatewayPlan(gateways: parsed.gateways, routes: parsed.routes)
        #expect(parsed.values.keys.allSatisfy { name in plan.gateways.flatMap(\.all).contains { $0.name == name } })
        let rows = article.components(separatedBy: "\n").filter { $0.hasPrefix("| `+") }
        #expect(rows.count == 3)
        for row in rows {
            let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
            let phone = PhoneNumber(e164: cells[0], region: cells[1], callingCode: 0, kind: .mobile)
            let targets = plan.table.target(for: phone, of: try #require(AppID(cells[2])))
            let words = RouteSyntax(
                GatewayRoute(target: targets), to: targets.map { plan.gateways[$0].name ?? "" })
            #expect("\(words)" == "else -> \(cells[3])", "\(row)")
        }
        for setting in try #require(plan.gateways.first).all {
            let member = try #require(setting.name.split(separator: ".").last)
            #expect(article.contains("`\(member)`"), "\(member)")
        }
    }
}
