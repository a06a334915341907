import Foundation
import GatewayKit
import Languages
import Messages
import StrictJSON
import Testing

/// The String Catalog as translators edit it, for tests that look at one of its texts.
struct CatalogFile {
    private let document: JSONValue

    init() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Sources/Messages")
        let file = try Data(contentsOf: sources.appending(path: "Resources/Messages.xcstrings"))
        document = try JSONValue(
            parsing: Array(file), limits: JSONLimits(depth: 32, elementsPerContainer: 10_000, elements: 1_000_000))
    }

    /// A catalog that has only this one of the texts that count.
    func catalog(counting key: String) throws -> MessageCatalog {
        try catalog([
            ("verification.sms", key), ("verification.hours", "verification.hours"),
            ("verification.warning", "verification.warning"),
        ])
    }

    /// A catalog that has nothing but its short texts to say of a code that lives for two hours.
    func shortCatalog() throws -> MessageCatalog {
        try catalog([("verification.sms", "verification.sms"), ("verification.sms.short", "verification.sms.short")])
    }

    private func catalog(_ entries: [(String, String)]) throws -> MessageCatalog {
        let strings = try #require(document["strings"])
        let members = try entries.map { JSONObject.Member(key: $0, value: try #require(strings[$1])) }
        let catalog = JSONObject([JSONObject.Member(key: "strings", value: .object(JSONObject(members)))])
        return try MessageCatalog(
            parsing: Array(JSONValue.object(catalog).serialized), languages: ICULanguageData())
    }
}
