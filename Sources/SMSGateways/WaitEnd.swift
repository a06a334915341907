/// How a caller's wait for a place ends.
enum WaitEnd: Sendable {
    /// `trial`: the number of a trial call; nil for a usual call.
    case admitted(trial: UInt64?)
    /// The gateway went away; another gateway may have a place.
    case sentOn
    /// The caller was cancelled, or the worker stops.
    case turnedAway
}
