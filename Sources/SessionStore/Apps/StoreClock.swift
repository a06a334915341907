import Synchronization
import VerificationCore

/// PostgreSQL's clock, as this process knows it, so that a host whose own clock is wrong stamps the same times as all.
///
/// The time that the database said last goes on by the steady clock of this machine, which cannot be set. Until the
/// database has said a time, the host's clock is believed.
package final class StoreClock: Sendable {
    /// The database's time at a moment, and how far off it may be.
    private struct Reading {
        let time: Timestamp
        let at: ContinuousClock.Instant
        let doubt: Duration

        func time(at moment: ContinuousClock.Instant) -> Timestamp { time + (moment - at) }
    }

    /// After so long a reading that agrees is taken again: steady clocks drift as well.
    private static let longestTrust = Duration.seconds(600)

    private let reading = Mutex<Reading?>(nil)
    private let host: @Sendable () -> Timestamp

    /// `host`: the clock of this machine.
    package init(host: @escaping @Sendable () -> Timestamp) {
        self.host = host
    }

    /// The database's time, as far as it is known.
    package var now: Timestamp { reading.withLock { $0?.time(at: .now) } ?? host() }

    /// How far the database's clock is ahead of this host's; nil as long as it has told nothing.
    package var offset: Duration? {
        let now = reading.withLock { $0?.time(at: .now) }
        return now.map { $0 - host() }
    }

    /// Learns what the database said in answer to a question.
    ///
    /// The database read its clock between the two moments, most likely in the middle. Of an answer that took 80 ms the
    /// time is off by 40 ms at most. An answer that took long and does not contradict what is known teaches nothing.
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
