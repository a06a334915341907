/// A fault that a rule of the overview found, kept from its beginning until after its end.
package struct Incident: Sendable, Hashable {
    /// What is gone for no longer than this has not ended.
    package static let flicker = Duration.seconds(60)

    /// How bad it was.
    package enum Level: String, Sendable, Hashable, Comparable, CaseIterable {
        case degraded = "DEGRADED"
        case down = "DOWN"

        package static func < (left: Level, right: Level) -> Bool { left == .degraded && right == .down }
    }

    /// What holds of what; for a rule and a subject there is one open incident at most.
    package struct Accusation: Sendable, Hashable {
        /// The rule's stable name; a text, because a later version may have other rules.
        package let rule: String
        /// What the rule accuses, for example a gateway; empty where it speaks of the whole.
        package let subject: String

        package init(rule: String, subject: String) {
            (self.rule, self.subject) = (Incident.storable(rule), Incident.storable(subject))
        }
    }

    /// The words of a moment at which it was at its gravest.
    package struct Worst: Sendable, Hashable {
        package let level: Level
        /// What it meant for people who wait for codes.
        package let sentence: String
        /// What was compared with what.
        package let measure: String

        /// Keeps texts as a store can hold them: without NULs, and not longer than a thousand characters.
        package init(level: Level, sentence: String, measure: String) {
            self.level = level
            self.sentence = Incident.storable(sentence)
            self.measure = Incident.storable(measure)
        }
    }

    /// How it ended.
    package struct Ending: Sendable, Hashable {
        /// When a dashboard saw it last.
        package let at: Timestamp
        /// The state of the installation when it was found to have ended.
        package let note: String

        package init(at: Timestamp, note: String) {
            (self.at, self.note) = (at, note)
        }
    }

    /// Grows from incident to incident.
    package let number: Int64
    package let accusation: Accusation
    /// The first moment of the gravest level.
    package let worst: Worst
    package let beganAt: Timestamp
    /// Whether it may have begun earlier, when no dashboard looked.
    package let isAtLeast: Bool
    package let lastSeenAt: Timestamp
    /// Nil while it is open.
    package let ending: Ending?

    package init(
        number: Int64, accusation: Accusation, worst: Worst, beganAt: Timestamp, isAtLeast: Bool,
        lastSeenAt: Timestamp, ending: Ending?
    ) {
        (self.number, self.accusation, self.worst) = (number, accusation, worst)
        (self.beganAt, self.isAtLeast) = (beganAt, isAtLeast)
        (self.lastSeenAt, self.ending) = (lastSeenAt, ending)
    }

    /// From its beginning to its end, or to when it was seen last.
    package var span: Duration { lastSeenAt - beganAt }

    /// The text as a store can hold it.
    static func storable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.lazy.filter { $0 != "\0" }.prefix(1_000)))
    }
}
