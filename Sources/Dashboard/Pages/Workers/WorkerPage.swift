import HTTPService
import Operations
import StrictJSON
import VerificationCore

/// Where workers run, and what they do.
struct WorkerPage: Sendable {
    let looks: Looks
    let version: String
    let server: PageServer

    var routes: [Route] { server.routes(page) }

    private var page: Page {
        Page(path: "/workers", menu: "/workers", template: .workers) { _ in
            let sheet = WorkerSheet(known: await looks.workers.look(), version: version)
            return Page.Sheet(title: "Workers", data: sheet.data)
        }
    }
}
