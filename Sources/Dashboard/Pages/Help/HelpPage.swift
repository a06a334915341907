import HTTPService
import StrictJSON
import VerificationCore

/// Keys, words, rules and roles; it needs neither broker nor database.
struct HelpPage: Sendable {
    let server: PageServer

    var routes: [Route] { server.routes(page) }

    private var page: Page {
        Page(path: "/help", menu: "/help", template: .help, isLive: false) { _ in
            Page.Model(title: "Help", data: HelpViewModel.data)
        }
    }
}
