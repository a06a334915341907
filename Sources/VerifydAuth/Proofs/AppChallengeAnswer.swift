/// What `accounts:appChallenge` answers.
struct AppChallengeAnswer: Decodable, Sendable, WireChecked {
    let challenge: String
    /// The kinds of proofs that the project takes; nil of a server that does not say it.
    let proofs: [String]?

    var isOfTheWire: Bool { !challenge.isEmpty }

    /// Whether a proof of this kind may help.
    func takes(_ kind: AppProofKind) -> Bool { proofs?.contains(kind.rawValue) ?? true }
}
