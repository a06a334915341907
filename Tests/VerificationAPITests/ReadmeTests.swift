import Foundation
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import VerificationAPI

/// The README shows what a caller sends and hears.
@Suite("The README")
struct ReadmeTests {
    private let readme: String

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    }

    private func blocks(_ language: String) -> [String] {
        readme.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
    }

    @Test("shows the answer to a start and the answer to a check as /openapi.json describes them")
    func answers() throws {
        let contract = try OpenAPIContract(OpenAPIDocument.json)
        let shown = blocks("json")
        try #require(shown.count == 2)
        for (text, name) in zip(shown, ["LiveVerification", "ApprovedVerification"]) {
            let (answer, schema) = (try JSONValue(parsing: Array(text.utf8)), try #require(contract.schema(name)))
            #expect(try contract.validator.findings(answer, schema) == [], "\(name)")
            #expect(try contract.validator.undescribed(answer, schema) == [], "\(name)")
        }
    }

    @Test("makes calls of routes that there are, and checks the verification that it has started")
    func calls() throws {
        let calls = blocks("sh").filter { $0.contains("curl ") }
        try #require(calls.count == 2)
        let id = try #require(try JSONValue(parsing: Array(blocks("json")[0].utf8))["verificationId"]?.string)
        #expect(calls[0].contains("-X POST http://127.0.0.1:8080/v1/verifications -H"))
        #expect(calls[1].contains("-X POST http://127.0.0.1:8080/v1/verifications/\(id)/checks "))
        #expect(calls.allSatisfy { $0.contains(#"-H "Authorization: Bearer $VERIFYD_KEY""#) })
    }
}
