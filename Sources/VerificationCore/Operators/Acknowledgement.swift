/// What an operator has said of a finding of the verdict: that people know of it and work on it, or wait.
package struct Acknowledgement: Sendable, Hashable {
    /// For how long it holds at most.
    package static let longest = Duration.seconds(7 * 86_400)

    /// The stable name of the finding's rule; a later version may know rules that this one does not.
    package let rule: String
    /// How grave the finding was, from 1; a graver finding is news.
    package let level: Int
    /// What the finding accused, for example a gateway; a finding that accuses another is news.
    package let subjects: Set<String>
    package let who: String
    package let reason: String
    package let at: Timestamp
    /// From this moment on it says nothing.
    package let until: Timestamp

    package init(
        rule: String, level: Int, subjects: Set<String>, who: String, reason: String, at: Timestamp, until: Timestamp
    ) {
        (self.rule, self.level, self.subjects, self.who) = (rule, level, subjects, who)
        (self.reason, self.at, self.until) = (reason, at, until)
    }

    /// Whether it says anything at that moment of a finding as grave as this, of these subjects.
    package func covers(level: Int, subjects: Set<String>, at now: Timestamp) -> Bool {
        now < until && level <= self.level && subjects.isSubset(of: self.subjects)
    }
}

/// An acknowledgement that an operator wants.
package struct AcknowledgementDraft: Sendable, Hashable {
    package let rule: String
    package let level: Int
    package let subjects: Set<String>
    package let who: String
    package let reason: String
    package let until: Timestamp

    package init(rule: String, level: Int, subjects: Set<String>, who: String, reason: String, until: Timestamp) {
        (self.rule, self.level, self.subjects, self.who) = (rule, level, subjects, who)
        (self.reason, self.until) = (reason, until)
    }
}

/// Port: what operators have acknowledged; at most one for each rule.
///
/// All dashboards read the same, so they agree.
package protocol AcknowledgementStore: Sendable {
    /// Those that have not ended, in the order of their rules.
    func acknowledgements() async throws(StoreError) -> [Acknowledgement]

    /// Keeps it in place of the one of the same rule, and answers it with the store's time.
    func acknowledge(_ draft: AcknowledgementDraft) async throws(StoreError) -> Acknowledgement

    /// Ends the one of a rule, and answers what it said; nil where none has been made, or it has ended.
    func takeBack(of rule: String) async throws(StoreError) -> Acknowledgement?
}
