import HTTPService
import StrictJSON
import VerificationCore

/// What surrounds every page: title, menu, who is signed in, what was just done, and the time of the data.
struct Frame: Sendable {
    let title: String
    let base: String
    /// The path of the menu's entry below which the page is.
    let menu: String
    let person: Operator?
    /// A text that tells this installation from others, such as `PRODUCTION`; nil without such a text.
    let environment: String?
    /// `light` or `dark`; nil leaves it to the browser.
    let theme: String?
    /// Seconds until a browser without JavaScript loads the page again; nil for never.
    let refresh: Int?
    /// Whether a browser with JavaScript asks for the page again and again.
    let isLive: Bool
    /// What the person has just done.
    let told: String?
    /// The address of this page below the origin, for a form that comes back to it.
    let place: String
    /// Changes whenever a style or a script changes, so that no browser keeps an old file.
    let assets: String
    let at: Timestamp
    let version: String
    /// Why the database gave no answer a moment ago; nil while it answers.
    let databaseTrouble: String?
}

extension Frame {
    /// As the template `layout.mustache` has it.
    var data: JSONValue {
        [
            "title": .string(title), "base": .string(base), "environment": .text(environment), "theme": .text(theme),
            "refresh": .count(refresh), "isLive": .bool(isLive), "told": .text(told), "place": .string(place),
            "assets": .string(assets), "at": .time(at), "version": .string(version),
            "databaseTrouble": .text(databaseTrouble),
            "links": .array(
                Menu.entries.map { entry in
                    [
                        "path": .string(entry.path), "name": .string(entry.name), "key": .text(entry.key),
                        "isCurrent": .bool(entry.path == menu || (entry.path == "/more" && Menu.isBelowMore(menu))),
                    ]
                }),
            "person": person.map { ["name": .string($0.name.text), "role": .string($0.role.rawValue)] } ?? .null,
            "mayAct": .bool((person?.role ?? .viewer) >= .operator),
            "mayHelp": .bool((person?.role ?? .viewer) >= .support),
            "mayDestroy": .bool((person?.role ?? .viewer) >= .admin),
        ]
    }
}

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
        Entry(path: "/countries", name: "Countries", purpose: "Delivery and conversion by country."),
        Entry(path: "/events", name: "Events", purpose: "Webhooks: which events apps receive, and which fail."),
        Entry(path: "/audit", name: "Audit", purpose: "Who did what, when and why."),
        Entry(path: "/config", name: "Config", purpose: "The settings in effect, and where each comes from."),
        Entry(path: "/help", name: "Help", purpose: "Keys, words and rules."),
    ]

    static func isBelowMore(_ path: String) -> Bool { more.contains { $0.path == path } }
}

/// The pages that the menu has no room for.
struct MorePage: Sendable {
    let server: PageServer

    var routes: [Route] { server.routes(page) }

    private var page: Page {
        Page(path: "/more", menu: "/more", template: .more, isLive: false) { _ in
            let pages = Menu.more.map { entry -> JSONValue in
                ["path": .string(entry.path), "name": .string(entry.name), "purpose": .string(entry.purpose)]
            }
            return Page.Model(title: "More", data: ["pages": .array(pages)])
        }
    }
}
