import HTTPService
import Operations
import StrictJSON
import VerificationCore

/// Whether it is broken, since when, and where.
struct OverviewPage: Sendable {
    let watch: SituationWatch
    let server: PageServer

    var routes: [Route] { server.routes(page) }

    private var page: Page {
        Page(path: "/", menu: "/", template: .overview) { _ in
            let (situation, judgement, since) = await watch.look()
            let model = OverviewViewModel(situation: situation, judgement: judgement, since: since)
            return Page.Model(title: "Overview", data: model.data)
        }
    }
}
