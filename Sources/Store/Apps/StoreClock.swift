import Synchronization
import VerificationCore

/// PostgreSQL's clock, as this process knows it: a host whose own clock is wrong stamps the same times as other hosts.
///
/// Between two answers of the database, the time goes on by the steady clock of this machine, which cannot be set. The
/// host's own clock serves until the database has told the time once.
package final class StoreClock: Sendable {
    /// The database's time at a moment of the steady clock; `doubt` is the largest possible error of `time`.
    private struct Reading {
        let time: Timestamp
        let at: ContinuousClock.Instant
        let doubt: Duration

        func time(at moment: ContinuousClock.Instant) -> Timestamp { time + (moment - at) }
    }

    /// The clock takes over a less exact reading after this time, because steady clocks drift as well.
    private static let longestTrust = Duration.seconds(600)

    private let reading = Mutex<Reading?>(nil)
    private let host: @Sendable () -> Timestamp

    /// `host`: the clock of this machine.
    package init(host: @escaping @Sendable () -> Timestamp) {
        self.host = host
    }

    /// The database's time, as far as it is known.
    package var now: Timestamp { reading.withLock { $0?.time(at: .now) } ?? host() }

    /// How far the database's clock is ahead of this host's clock; nil until the database has told the time.
    package var offset: Duration? {
        let now = reading.withLock { $0?.time(at: .now) }
        return now.map { $0 - host() }
    }

    /// Learns the time from the database's answer to a question.
    ///
    /// The database read its clock between the two moments, most likely in the middle. For example, when the answer
    /// took 80 ms, the time is wrong by 40 ms at most. A less exact answer that agrees with the known time changes
    /// nothing, unless the known time is too old.
    package func learn(_ time: Timestamp, askedAt: ContinuousClock.Instant, answeredAt: ContinuousClock.Instant) {
        let doubt = (answeredAt - askedAt) / 2
        let new = Reading(time: time, at: askedAt + doubt, doubt: doubt)
        reading.withLock { reading in
            if let known = reading {
                let difference = known.time(at: new.at) - new.time
                let agrees = abs(difference.wholeMicroseconds) <= (known.doubt + doubt).wholeMicroseconds
                if agrees, doubt > known.doubt, new.at - known.at < Self.longestTrust { return }
            }
            reading = new
        }
    }
}
