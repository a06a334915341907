/// The tallies of a load's stages.
struct StageTallies: Sendable {
    /// In the order of the verification's way.
    let stages: [JourneyStage]
    /// By the stages' ordinals: a place that is found without a look-up, because each request counts in several.
    private var tallies = JourneyStage.allCases.map { StageTally($0) }
    private var sent = 0

    init(_ stages: [JourneyStage]) {
        self.stages = stages
    }

    subscript(_ stage: JourneyStage) -> StageTally {
        get { tallies[stage.ordinal] }
        _modify { yield &tallies[stage.ordinal] }
    }

    /// A request was sent.
    mutating func send() { sent += 1 }

    /// What happened since the last call of this function, a second ago.
    mutating func takeSecond(at time: Double) -> Timeline.Point {
        var figures: [JourneyStage: Timeline.Figures] = [:]
        for stage in stages { figures[stage] = self[stage].takeSecond() }
        defer { sent = 0 }
        return Timeline.Point(time: time, width: 1, asked: sent, figures: figures)
    }

    /// What was found of each stage.
    func reports(of run: PacedRun.End) -> [StageReport] {
        stages.map { StageReport(self[$0], sending: run.sending, waiting: run.waiting) }
    }
}
