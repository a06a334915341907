import HTTPService
import StrictJSON

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
        Entry(path: "/incidents", name: "Incidents", purpose: "What was wrong, for how long, and what changed then."),
        Entry(path: "/limits", name: "Limits", purpose: "What a phone, an address, a prefix or an app has used."),
        Entry(path: "/test-numbers", name: "Test numbers", purpose: "Numbers with a fixed code, which get no message."),
        Entry(path: "/apps", name: "Apps", purpose: "Which app's people get no code, against a week ago."),
        Entry(path: "/countries", name: "Countries", purpose: "Delivery and conversion by country."),
        Entry(path: "/proofs", name: "App proofs", purpose: "Which calls to the Firebase surface come from your apps."),
        Entry(path: "/events", name: "Events", purpose: "Webhooks: which events apps receive, and which fail."),
        Entry(path: "/audit", name: "Audit", purpose: "Who did what, when and why."),
        Entry(path: "/config", name: "Config", purpose: "The settings in effect, and where each comes from."),
        Entry(path: "/rules", name: "Rules", purpose: "What each rule of the verdict means, and what to do."),
        Entry(path: "/help", name: "Help", purpose: "Keys, words and rules."),
    ]

    static func isBelowMore(_ path: String) -> Bool { more.contains { $0.path == path } }
}

/// The pages that the menu has no room for.
struct MorePage: Sendable {
    let server: PageServer

    var routes: [Route] { server.routes(page) }

    private var page: Page {
        Page(path: "/more", menu: "/more", template: .more, isLive: false, reach: .none) { call in
            let app = OneApp(OneApp.chosen(in: call.request))
            let pages = Menu.more.map { entry -> JSONValue in
                [
                    "path": .string(app.kept(in: entry.path)), "name": .string(entry.name),
                    "purpose": .string(entry.purpose),
                ]
            }
            return Page.Model(title: "More", data: ["pages": .array(pages)])
        }
    }
}
