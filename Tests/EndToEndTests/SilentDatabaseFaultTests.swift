import Testing

/// The database freezes for longer than a lease, and afterwards does what workers asked of it before.
@Suite("a database that is silent for longer than a lease", .serialized, .timeLimit(.minutes(10)))
struct SilentDatabaseFaultTests {
    /// The lease of a claim is half as long again: 3 s.
    private static let gatewayDeadline = "2s"
    /// A little longer than the lease, and twice the lease.
    ///
    /// After the first silence workers still wait for the answers to their claims; after the second they have given up.
    private static let silences = [Duration.milliseconds(3_200), .seconds(6)]
    private static let rules = #"{"sendsPerPrefix":[{"count":1000000,"seconds":3600}]}"#

    @Test(
        "with thousands of requests in flight: each that was accepted ends in one SMS, for no worker had begun its call"
    )
    func underLoad() async throws {
        try await withSite(rules: Self.rules) { site in
            let load = SteadyLoad(try await site.api().caller, phones: Site.phones(40_000))
            try await load.run(callers: 2) {
                try await load.accepted(atLeast: 1_000)
                var workers: [ChildProcess] = []
                for _ in 1...2 {
                    workers.append(
                        try await site.worker(
                            gatewayDeadline: Self.gatewayDeadline, settings: ["gateway.inFlight=100"]))
                }
                for silence in Self.silences {
                    // Both workers are busy, with batches in every stage.
                    try await site.ledger.calls(atLeast: site.ledger.calls.count + 200)
                    try await ServiceControl.under(.freezeDatabase, healedBy: .thawDatabase) {
                        try await load.goesOn(until: .now + silence)
                    }
                }
                for worker in workers { #expect(!worker.hasEnded) }
            }
            try await site.expectDrained()
            try await expectOneEnd(of: load.accepted, site)
        }
    }

    /// Expects that each phone has got its SMS, or that its message is `unknown`; no phone has got two SMS.
    private func expectOneEnd(of accepted: [String], _ site: Site) async throws {
        let ends = try await site.ends()
        let leftByDeadWorkers = ends.values.count { $0 == "unknown, lease-ended" }
        #expect(leftByDeadWorkers == 0, "no worker has died")
        let served = Set(site.ledger.sms.map(\.phone))
        #expect(served.count == site.ledger.sms.count)
        let forsaken = accepted.filter { !served.contains($0) && ends[$0]?.hasPrefix("unknown") != true }
        #expect(forsaken.isEmpty, "\(forsaken.count) of \(accepted.count)")
    }
}
