import AccountCore
import Synchronization
import VerificationCore

/// The questions to the providers of captchas that go on now; see `OutsideCalls`.
package final class CaptchaQuestions: Sendable {
    private struct State {
        var calls = OutsideCalls()
        /// The responses that are being asked about, by their digests.
        var digests: Set<String> = []
    }

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
        defer { end(digest, of: project) }
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
        let isNews = state.withLock { $0.calls.isNews(sentence, at: now) }
        if isNews { reporting(sentence) }
    }

    private func begin(_ digest: String, of project: ProjectID) -> Bool {
        state.withLock { state in
            guard !state.digests.contains(digest), state.calls.begin(of: project) else { return false }
            state.digests.insert(digest)
            return true
        }
    }

    private func end(_ digest: String, of project: ProjectID) {
        state.withLock { state in
            state.digests.remove(digest)
            state.calls.end(of: project)
        }
    }
}
