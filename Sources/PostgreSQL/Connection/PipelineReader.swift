/// Follows the answers to one pipeline up to its synchronization point.
///
/// It takes events and returns states, and does no I/O. libpq's rules (libpq-pipeline-mode): each command answers
/// with a result and an end. After an error the server skips every further command. The synchronization point has no
/// end.
struct PipelineReader<Answer: Sendable>: Sendable {
    enum Step: Equatable, Sendable {
        case prepare(StatementKey)
        case deallocate(name: String)
        /// A statement of the caller, by its place in the batch.
        case execute(Int)
    }

    enum Event {
        case answered(Answer)
        case failed(ServerReport)
        case skipped
        case endOfStep
        case synced
        /// The connection broke.
        case lost
        /// An answer that no statement sent here may have, for example the start of a `copy`.
        case unsupported
    }

    enum PipelineState: Equatable {
        case more
        case complete
        /// The connection has ended; `failure` holds the reason if the server gave it.
        case ended
        /// The answer fits no step: client and server no longer agree on where in the pipeline they are.
        case confused
    }

    private let steps: [Step]
    private var position = 0
    private var hasAnswer = false
    /// What the statements of the caller returned, in order.
    private(set) var answers: [Answer] = []
    private(set) var failure: (report: ServerReport, position: Int)?

    init(steps: [Step]) {
        self.steps = steps
    }

    mutating func receive(_ event: Event) -> PipelineState {
        switch event {
        case .answered(let answer): accept(answer)
        case .failed(let report): fail(report)
        case .skipped: skip()
        case .endOfStep: endStep()
        case .synced: position == steps.count ? .complete : .confused
        case .lost: .ended
        case .unsupported: .confused
        }
    }

    /// The step whose answer is awaited; nil when only the synchronization point is left.
    var current: Step? { position < steps.count ? steps[position] : nil }

    /// The statement of the caller that failed; nil without a failure, and when the commit at the end failed.
    var failedStatement: Int? {
        guard let failure, failure.position < steps.count else { return nil }
        for case .execute(let statement) in steps[failure.position...] { return statement }
        return nil
    }

    /// The steps that the server carried out.
    ///
    /// What was prepared or deallocated stays so when the transaction fails, because it is no part of the transaction.
    var completedSteps: ArraySlice<Step> { steps[..<(failure?.position ?? position)] }

    /// The steps that failed or were never carried out.
    var unfinishedSteps: ArraySlice<Step> { steps[(failure?.position ?? position)...] }

    private mutating func accept(_ answer: Answer) -> PipelineState {
        guard let current, !hasAnswer, failure == nil else { return .confused }
        hasAnswer = true
        if case .execute = current { answers.append(answer) }
        return .more
    }

    /// An error may also come at the synchronization point, where the implicit transaction commits.
    private mutating func fail(_ report: ServerReport) -> PipelineState {
        guard !hasAnswer, failure == nil else { return report.endsConnection ? .ended : .confused }
        failure = (report, position)
        hasAnswer = true
        return report.endsConnection ? .ended : .more
    }

    private mutating func skip() -> PipelineState {
        guard current != nil, !hasAnswer, failure != nil else { return .confused }
        hasAnswer = true
        return .more
    }

    private mutating func endStep() -> PipelineState {
        guard hasAnswer else { return .confused }
        hasAnswer = false
        if position < steps.count { position += 1 }
        return .more
    }
}

/// A batch in flight on a connection, and the caller who waits for it.
struct Exchange: Sendable {
    let batch: Batch
    let deadline: ContinuousClock.Instant
    let caller: CheckedContinuation<Result<[PostgresRows], PostgresError>, Never>
    var reader = PipelineReader<PostgresRows>(steps: [])
    var isSecondTry = false

    func fail(_ error: PostgresError) { caller.resume(returning: .failure(error)) }

    /// Where in the batch the server refused; nil while it has not refused.
    var refusal: Batch.Refusal? {
        guard reader.failure != nil else { return nil }
        return reader.failedStatement.map { .statement($0) } ?? .synchronization
    }
}
