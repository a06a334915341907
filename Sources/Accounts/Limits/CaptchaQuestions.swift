import AccountCore
import Synchronization
import VerificationCore

/// The questions to the providers of captchas that go on now.
///
/// Attackers can bring as many made-up responses as they like, and a slow provider holds each question for seconds. So
/// there is a bound for all, and one for each project: a provider that is away does not keep other projects' people out.
package final class CaptchaQuestions: Sendable {
    private struct State {
        /// Whose responses are being asked about, by their digests.
        var underWay: [String: ProjectID] = [:]
        /// When an operator last heard a sentence.
        var reported: [String: Timestamp] = [:]
    }

    private static let most = 64
    private static let mostOfProject = 32
    /// How long a sentence is not repeated.
    private static let quiet = Duration.seconds(60)
    private static let mostSentences = 1_000

    private let verifier: any CaptchaVerifier
    private let reporting: @Sendable (String) -> Void
    private let state = Mutex(State())

    /// `report` hears, as a sentence for operators, why a project's captchas cannot be verified; once a minute.
    package init(_ verifier: any CaptchaVerifier, report: @escaping @Sendable (String) -> Void) {
        (self.verifier, reporting) = (verifier, report)
    }

    /// What the provider says; nil where it gives no answer, or must not be asked now.
    ///
    /// It takes a response once. So two questions about the same response at a time would let the answer depend on
    /// which comes first. The second call hears nothing.
    func ask(
        _ question: CaptchaQuestion, digest: String, of project: ProjectID, at now: Timestamp
    ) async -> CaptchaAnswer? {
        guard begin(digest, of: project) else { return nil }
        defer { state.withLock { $0.underWay[digest] = nil } }
        do throws(CaptchaError) {
            return try await verifier.ask(question)
        } catch {
            report(error.words, of: project, at: now)
            return nil
        }
    }

    /// Tells operators why nobody can say what a response of the project is worth.
    func report(_ words: String, of project: ProjectID, at now: Timestamp) {
        let sentence = "captchas of \(project) cannot be verified: \(words)"
        let isNews = state.withLock { state in
            if let last = state.reported[sentence], last <= now, now - last < Self.quiet { return false }
            if state.reported.count >= Self.mostSentences { state.reported = [:] }
            state.reported[sentence] = now
            return true
        }
        if isNews { reporting(sentence) }
    }

    private func begin(_ digest: String, of project: ProjectID) -> Bool {
        state.withLock { state in
            guard state.underWay[digest] == nil, state.underWay.count < Self.most,
                state.underWay.values.count(where: { $0 == project }) < Self.mostOfProject
            else { return false }
            state.underWay[digest] = project
            return true
        }
    }
}
