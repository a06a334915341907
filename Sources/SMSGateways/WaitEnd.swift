/// How a caller's wait for a place ends.
enum WaitEnd: Sendable {
    /// `trial`: the number of a trial call; nil for a usual call.
    case admitted(trial: UInt64?)
    /// The gateway went away; another gateway may have a place.
    case sentOn
    /// As many wait as may; the line will take about so long.
    case full(Duration)
    /// The caller's time is over.
    case late
    /// The caller was cancelled, or the worker gives back what it holds.
    case turnedAway
}
