extension TallyBook {
    /// Counts that an API process is there; the caller does it every `apiPulse`.
    package func apiAlive(at now: Timestamp) { count(.apiAlive, at: now) }

    /// How often an API process says that it is there.
    package static let apiPulse = Duration.seconds(5)
}
