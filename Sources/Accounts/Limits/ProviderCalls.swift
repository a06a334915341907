import AccountCore
import Synchronization
import VerificationCore

/// The calls to other providers that go on now; see `OutsideCalls`.
package final class ProviderCalls: Sendable {
    private let graph: (any FacebookGraph)?
    private let apple: (any AppleTokens)?
    private let reporting: @Sendable (String) -> Void
    private let calls = Mutex(OutsideCalls())

    /// Without `graph` and `apple` nobody answers.
    ///
    /// `report` hears, as a sentence for operators, why a provider does not answer a project; once a minute.
    package init(
        graph: (any FacebookGraph)? = nil, apple: (any AppleTokens)? = nil,
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        (self.graph, self.apple, reporting) = (graph, apple, report)
    }

    /// The owner of an access token; throws `invalidIDPResponse` for a bad token, and `unavailable` where Graph says
    /// nothing.
    func person(_ question: GraphQuestion, of project: ProjectID) async throws(AccountError) -> GraphPerson {
        try begin(project)
        defer { end(project) }
        let words: String
        do throws(GraphError) {
            if let graph { return try await graph.person(question) }
            throw .unreachable("not set up")
        } catch {
            switch error {
            case .badToken: throw Self.badToken
            case .refused(let reason):
                // Graph says the same of a person's bad token and of the app's own.
                report("Graph refuses a token: \(reason)", of: project, at: question.askedAt)
                throw Self.badToken
            case .unreachable(let reason), .unusable(let reason): words = reason
            }
        }
        report("Graph does not say whose a token is: \(words)", of: project, at: question.askedAt)
        throw .unavailable
    }

    /// Throws `invalidIDPResponse` for a bad token, and `unavailable` where Apple has revoked nothing.
    func revoke(_ revocation: AppleRevocation, of project: ProjectID) async throws(AccountError) {
        try begin(project)
        defer { end(project) }
        let words: String
        do throws(AppleTokenError) {
            if let apple { return try await apple.revoke(revocation) }
            throw .unreachable("not set up")
        } catch {
            switch error {
            case .badToken: throw Self.badToken
            case .unreachable(let reason), .unusable(let reason): words = reason
            }
        }
        report("Apple revokes nothing: \(words)", of: project, at: revocation.askedAt)
        throw .unavailable
    }

    /// Tells operators what is wrong with a project's provider.
    func report(_ words: String, of project: ProjectID, at now: Timestamp) {
        let sentence = "\(project): \(words)"
        let isNews = calls.withLock { $0.isNews(sentence, at: now) }
        if isNews { reporting(sentence) }
    }

    private static let badToken = AccountError.refused(
        .invalidIDPResponse, "The provider does not take the token: it may be expired, or of another app.")

    private func begin(_ project: ProjectID) throws(AccountError) {
        guard calls.withLock({ $0.begin(of: project) }) else { throw .unavailable }
    }

    private func end(_ project: ProjectID) { calls.withLock { $0.end(of: project) } }
}
