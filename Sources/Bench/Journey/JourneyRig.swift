import Assembly
import NIOCore
import VerificationCore

/// Loads an installation with journeys or checks, and counts at its sandbox what has become of each.
package struct JourneyRig {
    private let place: LoadPlace
    private let plan: JourneyPlan
    private let note: @Sendable (String) -> Void

    /// `note`: takes a line for people, each second.
    package init(_ place: LoadPlace, plan: JourneyPlan, note: @escaping @Sendable (String) -> Void) {
        self.place = place
        self.plan = plan
        self.note = note
    }

    /// Prepares the place, measures, and takes away what was made.
    package func measure() async throws -> JourneyReport {
        try await place.use { site in
            let site = try await site.proved(within: plan.patience)
            return switch plan.work {
            case .journeys: try await measureJourneys(at: site)
            case .checks: try await measureChecks(at: site)
            }
        }
    }

    private func measureJourneys(at site: LoadSite) async throws -> JourneyReport {
        let thresholds = try thresholds(of: site.stages)
        // The first requests open the service's own connections, prepare statements and fill caches.
        let warmUp = LoadProfile.steady(plan.profile.stages.first?.from ?? 1, for: .seconds(plan.watches ? 10 : 1))
        note("warming up for \(warmUp.duration)")
        _ = try await Journeys(at: site, warmUp, patience: plan.patience, note: { _ in }).run()
        let watch = try await SoakWatch.begin(plan.watches ? site.process : nil, for: plan.profile.duration)
        let later = site.with(stages: site.stages, first: site.first + warmUp.count)
        let (load, end, ledger) = try await Journeys(
            at: later, plan.profile, patience: plan.patience, lookAgain: plan.lookAgain, note: note
        ).run { watch?.stop() }
        let soak = try await watch?.end()
        return report(
            load.tallies, of: end, counting: ledger, forged: site.relay.forged, soak: soak, thresholds: thresholds)
    }

    private func measureChecks(at site: LoadSite) async throws -> JourneyReport {
        let thresholds = try thresholds(of: plan.stages)
        note("starting \(plan.profile.count) verifications, \(Int(plan.preparation.highest)) a second")
        let before = site.with(stages: [.start, .gateway], first: site.first)
        let (load, _, ledger) = try await Journeys(
            at: before, plan.preparation, patience: plan.patience, lookAgain: plan.lookAgain, note: note
        ).run()
        note("checking their codes")
        let checks = CheckLoad(at: site, load.prepared)
        let end = try await PacedRun(
            profile: plan.profile, loop: checks.api.loop, patience: plan.patience, note: note
        ).run(checks)
        checks.close()
        return report(
            checks.tallies, of: end, counting: ledger, forged: 0, soak: nil, thresholds: thresholds)
    }

    private func thresholds(of stages: [JourneyStage]) throws -> [Threshold] {
        try plan.thresholds.map { try Threshold($0, stages: stages) }
    }

    private func report(
        _ tallies: StageTallies, of end: PacedRun.End, counting ledger: JourneyLedger, forged: Int,
        soak: SoakVerdict?, thresholds: [Threshold]
    ) -> JourneyReport {
        JourneyReport(
            profile: plan.profile, stages: tallies.reports(of: end), ledger: ledger, timeline: end.timeline,
            forged: forged,
            lateness: end.lateness / .milliseconds(1), processorShare: end.processorShare, soak: soak,
            thresholds: thresholds)
    }
}

/// A load of journeys at a site, from its first request to the count at its end.
private struct Journeys {
    private let site: LoadSite
    private let profile: LoadProfile
    private let patience: Duration
    private let lookAgain: Duration
    private let note: @Sendable (String) -> Void

    init(
        at site: LoadSite, _ profile: LoadProfile, patience: Duration, lookAgain: Duration = .zero,
        note: @escaping @Sendable (String) -> Void
    ) {
        self.site = site
        self.profile = profile
        self.patience = patience
        self.lookAgain = lookAgain
        self.note = note
    }

    /// `whenOver`: is called when all has happened, before it looks for second SMS.
    func run(_ whenOver: () -> Void = {}) async throws -> (load: JourneyLoad, end: PacedRun.End, ledger: JourneyLedger)
    {
        let load = JourneyLoad(at: site, stages: site.stages, most: profile.count)
        site.relay.pass(to: load)
        let inbox = InboxWatch(site.sandbox, after: try await site.lastMessage()) { phone, code, moment in
            load.gatewayTook(phone, code: code, at: moment)
        }
        defer { inbox.close() }
        let end = try await PacedRun(profile: profile, loop: load.api.loop, patience: patience, note: note).run(load)
        whenOver()
        try await Task.sleep(for: lookAgain)
        return (load, end, await load.close())
    }
}
