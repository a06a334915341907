/// What a load of journeys, or of code checks alone, has found.
package struct JourneyReport: Sendable {
    package let profile: LoadProfile
    /// A block for each stage, in the order of the verification's way.
    package let stages: [StageReport]
    package let ledger: JourneyLedger
    package let timeline: Timeline
    /// Events whose signature was wrong or missing.
    package let forged: Int
    /// By how much the latest request was sent late, in milliseconds: the load's own fault.
    package let lateness: Double
    /// The processor time of this process, as a share of one processor.
    package let processorShare: Double
    /// What the serving process held; nil when it was not watched.
    package let soak: SoakVerdict?
    package let thresholds: [Threshold]

    package init(
        profile: LoadProfile, stages: [StageReport], ledger: JourneyLedger, timeline: Timeline, forged: Int = 0,
        lateness: Double = 0, processorShare: Double = 0, soak: SoakVerdict? = nil, thresholds: [Threshold]
    ) {
        self.profile = profile
        self.stages = stages
        self.ledger = ledger
        self.timeline = timeline
        self.forged = forged
        self.lateness = lateness
        self.processorShare = processorShare
        self.soak = soak
        self.thresholds = thresholds
    }

    /// What is wrong; empty when the count is right, and each threshold is kept.
    ///
    /// Without a threshold on the success of a stage, all of the stage has to succeed.
    package var complaints: [String] {
        let named = thresholds.filter { $0.figure == .success }.map(\.stage)
        let own = stages.map(\.stage).filter { !named.contains($0) }.map(Threshold.all)
        return ledger.complaints + [complaint("events with a wrong signature", found: forged)].compactMap(\.self)
            + (soak?.complaints ?? []) + (thresholds + own).compactMap { $0.complaint(about: stages) }
    }
}
