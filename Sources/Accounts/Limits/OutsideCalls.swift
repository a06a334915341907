import AccountCore
import VerificationCore

/// The calls to servers elsewhere that go on now, and what operators have heard of them.
///
/// Attackers can make as many calls as they like, and a slow server holds each for seconds. So there is a bound for all, and
/// one for each project: a server that is away does not keep other projects' people out.
struct OutsideCalls: Sendable {
    private static let most = 64
    private static let mostOfProject = 32
    /// How long a sentence is not repeated.
    private static let quiet = Duration.seconds(60)
    private static let mostSentences = 1_000

    private var underWay: [ProjectID: Int] = [:]
    /// When an operator last heard a sentence.
    private var reported: [String: Timestamp] = [:]

    /// Counts a call until `end`; false where no more calls may go on.
    mutating func begin(of project: ProjectID) -> Bool {
        let ofProject = underWay[project, default: 0]
        guard ofProject < Self.mostOfProject, underWay.values.reduce(0, +) < Self.most else { return false }
        underWay[project] = ofProject + 1
        return true
    }

    mutating func end(of project: ProjectID) {
        let left = underWay[project, default: 0] - 1
        underWay[project] = left > 0 ? left : nil
    }

    /// Whether operators shall hear the sentence now.
    mutating func isNews(_ sentence: String, at now: Timestamp) -> Bool {
        if let last = reported[sentence], last <= now, now - last < Self.quiet { return false }
        if reported.count >= Self.mostSentences { reported = [:] }
        reported[sentence] = now
        return true
    }
}
