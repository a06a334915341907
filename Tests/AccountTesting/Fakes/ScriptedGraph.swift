import AccountCore
import StrictJSON
import Synchronization

/// Plays Facebook's Graph: it knows the tokens that a test has put there, and keeps the questions.
package final class ScriptedGraph: FacebookGraph {
    private struct State {
        /// The answers about the owners of tokens.
        var owners: [String: JSONObject] = [:]
        var failure: GraphError?
        var asked: [GraphQuestion] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// The questions so far, in order.
    package var asked: [GraphQuestion] { state.withLock { $0.asked } }

    /// What Graph says of the owner of a token; an unknown token is a bad one.
    package func put(_ owner: JSONObject, of token: String) { state.withLock { $0.owners[token] = owner } }

    /// What every question gets from now on; nil for an answer.
    package func fail(_ failure: GraphError?) { state.withLock { $0.failure = failure } }

    package func person(_ question: GraphQuestion) async throws(GraphError) -> GraphPerson {
        let (owner, failure) = state.withLock { state in
            state.asked.append(question)
            return (state.owners[question.token], state.failure)
        }
        if let failure { throw failure }
        guard let owner else { throw .badToken }
        return try GraphPerson(owner, status: 200, owner: owner["id"]?.string ?? "")
    }
}
