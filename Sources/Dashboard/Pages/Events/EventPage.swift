import HTTPService
import Operations
import StrictJSON
import VerificationCore

/// What apps are told, and how that goes.
struct EventPage: Sendable {
    let queries: CachedQueries
    let watch: EventWatch
    let server: PageServer

    var routes: [Route] { server.routes(page) }

    private var page: Page {
        Page(path: "/events", menu: "/events", template: .events) { _ in
            async let queues = queries.queues.look()
            async let workers = queries.workers.look()
            async let outbox = watch.outbox.look()
            async let receivers = watch.receivers.look()
            async let counts = watch.counts.look()
            let model = EventViewModel(
                queues: await queues, workers: await workers, outbox: await outbox, receivers: await receivers,
                counts: await counts)
            return Page.Model(title: "Events", data: model.data)
        }
    }
}
