/// What `accounts:appChallenge` answers.
struct AppChallengeAnswer: Decodable, Sendable {
    var challenge: String
    /// The kinds of proofs that the project takes; nil of a server that does not say it.
    var proofs: [String]?

    /// Whether a proof of this kind may help.
    func takes(_ kind: AppProofKind) -> Bool { proofs?.contains(kind.rawValue) ?? true }
}
