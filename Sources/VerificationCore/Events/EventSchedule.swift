/// When an event is posted again, and when it is given up.
package struct EventSchedule: Sendable, Hashable {
    /// What follows from an answer.
    package enum Step: Sendable, Hashable {
        /// The app knows it.
        case told
        case retry(after: Duration)
        case givenUp(Reason)
    }

    /// Why an event is never posted again.
    package enum Reason: String, Sendable, CaseIterable {
        /// The endpoint answered 410: it wants no more events.
        case gone
        /// The event is older than `EventSchedule.life`, or would be at its next try.
        case tooOld = "too-old"
        /// The app has no endpoint any more.
        case noEndpoint = "no-endpoint"
        /// The message on the queue was no event of this version; it is among the dead letters.
        case unreadable
    }

    /// How long an event is tried, from the moment at which it happened.
    package static let life = Duration.seconds(86_400)

    /// The pauses, ascending; the longest repeats.
    package let pauses: [Duration]

    /// The queues of the pauses: events that were put off together come back apart.
    package var retrySchedule: RetrySchedule { RetrySchedule(pauses) }

    /// Uses `pauses` in ascending order; the standard pauses when it is empty.
    package init(_ pauses: [Duration] = []) {
        self.pauses =
            pauses.isEmpty
            ? [.seconds(5), .seconds(30), .seconds(120), .seconds(600), .seconds(3_600)] : pauses.sorted()
    }

    /// The pause after a number of tries: one step up with each try.
    package func pause(afterTries tries: Int) -> Duration { pauses[min(max(0, tries - 1), pauses.count - 1)] }

    /// The shortest pause that is not shorter than a wait, or else the longest pause.
    ///
    /// So the longest pause also bounds how long a receiver can ask to be left alone.
    package func pause(coveringAtLeast wait: Duration) -> Duration {
        pauses.first { $0 >= wait } ?? pauses[pauses.count - 1]
    }

    /// The pause for an event that is put off for the `count`th time without a try: one step up with each time.
    ///
    /// `wait`: the event must not come back before, as far as that is known.
    package func pause(forPutOff count: Int, atLeast wait: Duration = .zero) -> Duration {
        pause(coveringAtLeast: max(pause(afterTries: count), wait))
    }

    /// Decides what follows from an answer.
    ///
    /// - Parameters:
    ///   - answer: what came back of the last try.
    ///   - tries: how many tries there were, the last included.
    ///   - age: how long ago the event happened.
    /// - Returns: the next step.
    package func next(after answer: EventAnswer, tries: Int, age: Duration) -> Step {
        var asked = Duration.zero
        switch answer {
        case .answered(200..<300, _): return .told
        case .answered(410, _): return .givenUp(.gone)
        case .answered(429, let wait?), .answered(503, let wait?): asked = wait
        case .answered, .unanswered: break
        }
        let pause = pause(coveringAtLeast: max(pause(afterTries: tries), asked))
        return age + pause < Self.life ? .retry(after: pause) : .givenUp(.tooOld)
    }
}
