import Foundation
import Messages
import Testing
import VerificationCore

@testable import Assembly

/// The README shows what `deploy/quickstart` prints.
@Suite("The README")
struct ReadmeTests {
    private static func text(_ path: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    @Test("shows lines that the quickstart prints")
    func quickstart() throws {
        let (readme, script) = (try Self.text("README.md"), try Self.text("deploy/quickstart"))
        for line in [
            "4  verifyd serve", "API:   ", "Inbox: ", "  (open it in a browser)", "Dashboard: ", ", password ",
            "Log:   ", "5  One verification",
            "To repeat the steps in another terminal, first: export VERIFYD_KEY=",
        ] {
            #expect(readme.contains(line) && script.contains(line), "\(line)")
        }
    }

    @Test("shows the SMS as it is written")
    func message() throws {
        let style = MessageStyle(
            name: "Demo Shop", language: .english, maxSegments: 1, transliterates: false, warns: false, codeDigits: 6,
            codeLife: .seconds(600))
        let text = try MessageWriter.standard().write(
            in: style, code: "547869", minutes: 10, language: LanguageTag("fr"))
        #expect(try Self.text("README.md").contains("`\(text.text)`"), "\(text.text)")
    }
}
