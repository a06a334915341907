import HTTPService
import Operations
import StrictJSON
import VerificationCore

/// Where workers run, and what they do.
struct WorkerPage: Sendable {
    let queries: CachedQueries
    let version: String
    let server: PageServer

    var routes: [Route] { server.routes(page) }

    private var page: Page {
        Page(path: "/workers", menu: "/workers", template: .workers) { _ in
            let model = WorkerViewModel(cached: await queries.workers.look(), version: version)
            return Page.Model(title: "Workers", data: model.data)
        }
    }
}
