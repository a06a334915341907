import VerificationCore

/// An installation that runs already, whose gateway is a sandbox.
package struct LoadTarget: Sendable {
    private let api: LoadAddress
    private let key: String
    private let sandbox: LoadAddress
    private let events: Events?
    private let process: Int32?

    /// Where its app's events go: to this process.
    package struct Events: Sendable {
        package let port: Int
        package let signature: WebhookSignature

        package init(port: Int, signature: WebhookSignature) {
            self.port = port
            self.signature = signature
        }
    }

    /// - Parameters:
    ///   - api: its API.
    ///   - key: of an app with limits that are wide enough for the load.
    ///   - sandbox: the inbox that has its messages.
    ///   - events: nil when its app has no endpoint here; then the load sees neither events nor receipts.
    ///   - process: its process, if it is on this machine and to be watched.
    package init(api: LoadAddress, key: String, sandbox: LoadAddress, events: Events?, process: Int32?) {
        self.api = api
        self.key = key
        self.sandbox = sandbox
        self.events = events
        self.process = process
    }

    func use<Report: Sendable>(_ body: (LoadSite) async throws -> Report) async throws -> Report {
        let relay = EventRelay()
        guard let events else { return try await body(site(relay, seeing: [.start, .gateway, .check])) }
        relay.accept(events.signature)
        let receiver = try await WebhookReceiver.listen(port: events.port) { relay.took($0) }
        return try await run {
            let site = site(relay, seeing: [.start, .gateway, .event, .check])
            let stages = try await site.sendsReceipts() ? JourneyStage.allCases : site.stages
            return try await body(site.with(stages: stages, first: site.first))
        } afterwards: {
            await receiver.close()
        }
    }

    /// The phones begin anywhere, so that no phone of an earlier load still has a session.
    private func site(_ relay: EventRelay, seeing stages: [JourneyStage]) -> LoadSite {
        LoadSite(
            api: api, key: key, sandbox: sandbox, stages: stages, isAlone: false,
            first: Int.random(in: 0..<(BenchPhones.count / 2)), process: process, relay: relay)
    }
}
