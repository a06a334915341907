import HTTPService
import StrictJSON

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
