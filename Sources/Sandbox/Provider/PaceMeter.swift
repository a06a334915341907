import VerificationCore

/// Finds out which messages are above a rate.
///
/// A full second's messages may come at once, for example 10 of 10 per second. After them each tenth of a second has a
/// place for a further message.
struct PaceMeter: Sendable {
    private var places = 0.0
    private var rate = 0.0
    private var last: Timestamp?

    /// Whether a message that comes now is within the rate; a new rate begins with a full second.
    mutating func admits(at now: Timestamp, perSecond: Double) -> Bool {
        let most = max(1, perSecond)
        if let last, rate == perSecond {
            // A clock that was set back gives nothing.
            let seconds = max(0, Double((now - last).wholeMicroseconds) / 1_000_000)
            places = min(most, places + seconds * perSecond)
        } else {
            places = most
        }
        (last, rate) = (now, perSecond)
        guard places >= 1 else { return false }
        places -= 1
        return true
    }
}
