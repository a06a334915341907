extension SendingRules {
    /// How many lives resends make of one, at most.
    package static let mostLives = 2

    /// The last moment at which a code of now can be right, however often it is sent again.
    func lastEnd(ofCodeFrom now: Timestamp) -> Timestamp { now + codeLife * Self.mostLives }

    /// When a live code ends that is sent again at `now`: half a life from now, or later where it lives longer anyway.
    ///
    /// Nil when that would be too long after its first send. Then the person gets a new code, because an SMS with a code
    /// that is about to die helps nobody.
    func end(of live: LiveVerification, sentAgainAt now: Timestamp) -> Timestamp? {
        let wanted = now + codeLife / 2
        if wanted <= live.expiresAt { return live.expiresAt }
        return wanted <= live.lastEnd ? wanted : nil
    }
}
