import VerificationCore

/// How it went for the people who asked for a code in the last half minute, as far as the counts tell it.
///
/// A person who asks twice counts twice. So all that is said of people is about right, and no more.
package struct PeopleNow: Sendable, Hashable {
    /// The span, for example `25 s`.
    package let within: String
    /// The calls that the API put on the queue.
    package let queued: Int
    /// The calls that the broker has not confirmed.
    package let notQueued: Int
    /// The calls that policy rejected.
    package let rejected: Int
    /// The requests that a rate limit held.
    package let limited: Int
    /// The requests that joined a live verification, and so need no message of their own.
    package let joined: Int
    /// The messages that gateways accepted.
    package let accepted: Int

    package init(_ counts: Counts) {
        within = counts.ofLateWords
        (queued, notQueued) = (counts.ofLate(.started), counts.ofLate(.notQueued))
        (rejected, limited) = (counts.ofLate(.turnedAway), counts.ofLate(.limited))
        joined = counts.ofLate(.duplicate)
        accepted = counts.calls.keys.reduce(0) { $0 + counts.callsOfLate($1).accepted }
    }

    /// All calls that asked for a code.
    package var asked: Int { queued + notQueued + rejected }

    /// About how many people wait for a code that is late; 0 where so few are missing that requests which workers refuse explain it.
    package var waiting: Int {
        let missing = queued - limited - joined - accepted
        return missing >= Rule.Limits.leastFresh && Double(missing) >= Rule.Limits.manyHeld * Double(queued)
            ? missing : 0
    }

    /// The numbers in a sentence, and how many people they mean.
    ///
    /// For example `Last 25 s: 73 asked, 0 queued, 73 not queued, 0 messages accepted. About 73 people got no code.`
    package var sentence: String {
        let losses = [(notQueued, "not queued"), (rejected, "rejected by policy"), (limited, "rate-limited")]
            .filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }.joined()
        let numbers = "Last \(within): \(asked) asked, \(queued) queued\(losses), \(accepted) messages accepted."
        switch (notQueued, waiting) {
        case (0, 0): return numbers
        case (0, _): return "\(numbers) About \(Self.people(waiting)) waiting for a code."
        case (_, 0): return "\(numbers) About \(Self.people(notQueued, verb: ("got", "got"))) no code."
        case (_, _):
            return "\(numbers) About \(Self.people(notQueued, verb: ("got", "got"))) no code, and about "
                + "\(Self.people(waiting)) waiting for one."
        }
    }

    private static func people(_ count: Int, verb: (one: String, many: String) = ("is", "are")) -> String {
        count == 1 ? "1 person \(verb.one)" : "\(count) people \(verb.many)"
    }
}
