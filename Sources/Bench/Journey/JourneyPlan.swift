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

    package init(_ work: Work, at profile: LoadProfile, watches: Bool = false, thresholds: [String] = []) {
        self.work = work
        self.profile = profile
        self.watches = watches
        self.thresholds = thresholds
    }

    /// The stages that it has where everything is seen.
    package var stages: [JourneyStage] {
        switch work {
        case .journeys: JourneyStage.allCases
        case .checks: [.check]
        }
    }
}
