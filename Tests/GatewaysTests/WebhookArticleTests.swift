import Foundation
import GatewayConformance
import Gateways
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

/// The article about the webhook says what the program does.
@Suite("The article about the webhook", .timeLimit(.minutes(10)))
struct WebhookArticleTests {
    private static func article() throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(
            contentsOf: root.appending(path: "Sources/verifyd/verifyd.docc/Webhook.md"), encoding: .utf8)
    }

    @Test("the message that it shows is the one that arrives")
    func body() async throws {
        let article = try Self.article()
        let fenced = try #require(article.components(separatedBy: "```json\n").dropFirst().first)
        let shown = try #require(fenced.components(separatedBy: "```").first)
        try await WebhookHarness.with(change: { $0.sender = "Demo" }) { harness in
            _ = await harness.send(.sample(1, text: "Code 561001"))
            let request = try #require(harness.receiver.requests.first)
            let (example, arrived) = (try JSONValue(parsing: Array(shown.utf8)), try JSONValue(parsing: request.body))
            #expect(example == arrived)
            for header in ["webhook-id", "webhook-timestamp", "webhook-signature"] {
                #expect(article.contains("| `\(header)` |") && request.header(header) != nil)
            }
        }
    }

    @Test("each row of its table of answers holds", arguments: [false, true])
    func answers(serverErrorsMeanNotSent: Bool) async throws {
        let section = try #require(try Self.article().components(separatedBy: "## What an answer means").last)
        let rows = section.components(separatedBy: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
            .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
            .prefix { $0.first?.contains("gateway.") == false && $0.first != "setting" }
        #expect(rows.count == 7)
        try await WebhookHarness.with(change: { $0.serverErrorsMeanNotSent = serverErrorsMeanNotSent }) { harness in
            for row in rows {
                for status in try #require(Self.examples[row[0]], "\(row[0])") {
                    harness.receiver.answer(.json(status, "{}"))
                    let isPromised = serverErrorsMeanNotSent && row[1] == "unknown" && row[0] != "303"
                    let word = isPromised ? status == 503 ? "not sent, busy" : "not sent" : row[1]
                    #expect(await harness.send().word == word, "\(status)")
                }
            }
        }
    }

    private static let examples = [
        "2xx": [200, 202, 299], "429": [429], "408, 409, 423, 424, 425, 499": [408, 409, 423, 424, 425, 499],
        "5xx": [500, 502, 503, 504], "303": [303], "other 3xx": [301, 302, 307, 308],
        "other 4xx": [400, 401, 403, 404, 410, 422],
    ]
}

extension SendOutcome {
    /// As the article calls it.
    fileprivate var word: String {
        switch self {
        case .accepted: "accepted"
        case .refused(_, .forNow): "not sent"
        case .refused(_, .byThisGateway), .refused(_, .byEveryGateway): "refused for good"
        case .throttled: "not sent, busy"
        case .unknown: "unknown"
        }
    }
}
