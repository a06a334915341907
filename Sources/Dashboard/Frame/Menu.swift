/// The pages that people find by the menu.
enum Menu {
    struct Entry {
        let path: String
        let name: String
        /// The key that leads there after `g`; nil without a key.
        var key: String?
        var purpose = ""
    }

    static let entries = [
        Entry(path: "/", name: "Overview", key: "o"), Entry(path: "/queues", name: "Queues", key: "q"),
        Entry(path: "/verifications", name: "Verifications", key: "v"),
        Entry(path: "/failures", name: "Failures", key: "f"), Entry(path: "/gateways", name: "Gateways", key: "g"),
        Entry(path: "/workers", name: "Workers", key: "w"), Entry(path: "/more", name: "More", key: "m"),
    ]

    /// Behind `More`.
    static let more = [
        Entry(path: "/limits", name: "Limits", purpose: "What a phone, an address, a prefix or an app has used."),
        Entry(path: "/test-numbers", name: "Test numbers", purpose: "Numbers with a fixed code, which get no message."),
        Entry(path: "/countries", name: "Countries", purpose: "Who gets a code and types it, by country."),
        Entry(path: "/events", name: "Events", purpose: "What apps are told, and how that goes."),
        Entry(path: "/audit", name: "Audit", purpose: "Who did what, when and why."),
        Entry(path: "/config", name: "Config", purpose: "The settings in effect, and where each comes from."),
        Entry(path: "/help", name: "Help", purpose: "Keys, words and rules."),
    ]

    static func isBelowMore(_ path: String) -> Bool { more.contains { $0.path == path } }
}
