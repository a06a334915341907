/// Port: Facebook's Graph, which says whose an access token is.
package protocol FacebookGraph: Sendable {
    /// The person to whom Facebook gave the token for the app.
    ///
    /// Throws within the adapter's own total deadline. An answer that is no Graph's is thrown too.
    func person(_ question: GraphQuestion) async throws(GraphError) -> GraphPerson
}

/// Why Graph does not say who a person is; no case holds a word of Graph's, because these words repeat tokens.
package enum GraphError: Error, Sendable, Hashable {
    /// The token is no good: invented, expired, withdrawn, or of another app.
    case badToken
    /// Graph refuses a token, either the person's or the one that the app's id and secret are.
    case refused(String)
    /// Graph did not answer in time, or its connection or certificate is no good.
    case unreachable(String)
    /// Graph answered with something else. For example `status 404`.
    case unusable(String)
}
