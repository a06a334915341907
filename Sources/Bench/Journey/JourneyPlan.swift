/// A load of journeys, or of code checks alone.
package struct JourneyPlan: Sendable, Hashable {
    /// What is done at each of the profile's times.
    package enum Work: Sendable, Hashable {
        /// The whole journey, from the request to the right code.
        case journeys
        /// The check of a code; the verifications were started before.
        case checks
    }

    package let work: Work
    package let profile: LoadProfile
    /// Whether to watch what the serving process holds.
    package let watches: Bool
    /// The texts of the thresholds; each is read for the stages that the load can see.
    package let thresholds: [String]
    /// How long it waits for what has not happened yet, counted from the last time when anything happened.
    package let patience: Duration
    /// How long it looks for second SMS when all is over: longer than a lease, after which a second may go out.
    package let lookAgain: Duration

    package init(
        _ work: Work, at profile: LoadProfile, watches: Bool = false, thresholds: [String] = [],
        patience: Duration = .seconds(30), lookAgain: Duration = .seconds(20)
    ) {
        self.work = work
        self.profile = profile
        self.watches = watches
        self.thresholds = thresholds
        self.patience = patience
        self.lookAgain = lookAgain
    }

    /// How a load of checks starts its verifications: at a rate at which most installations have no backlog.
    package var preparation: LoadProfile {
        let rate = min(profile.highest, 200)
        return .steady(rate, for: .nanoseconds(Int64((Double(profile.count) / rate * 1e9).rounded())))
    }

    /// The stages that it has where everything is seen.
    package var stages: [JourneyStage] {
        switch work {
        case .journeys: JourneyStage.allCases
        case .checks: [.check]
        }
    }
}
