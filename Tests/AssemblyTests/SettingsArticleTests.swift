import Foundation
import Testing

@testable import Assembly

@Suite("The article on settings")
struct SettingsArticleTests {
    @Test("has the row of each setting that `verifyd settings --reference` prints, in this order and no other")
    func rows() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let article = try String(
            contentsOf: root.appending(path: "Sources/verifyd/verifyd.docc/Settings.md"), encoding: .utf8)
        let rows = article.components(separatedBy: "\n").filter { $0.hasPrefix("| `") }
        #expect(SettingsReference.rows.count > 80)
        for (row, wanted) in zip(rows, SettingsReference.rows) where row != wanted {
            Issue.record("the article says \(row)\nand the settings \(wanted)")
        }
        #expect(rows.count == SettingsReference.rows.count)
    }
}
