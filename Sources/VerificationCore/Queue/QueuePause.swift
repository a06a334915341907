/// An operator's word that workers take nothing from a queue for now.
package struct QueuePause: Sendable, Hashable {
    /// Who paused the queue, for example the name of a user of the operating system.
    package let who: String
    package let reason: String
    package let since: Timestamp

    package init(who: String, reason: String, since: Timestamp) {
        self.who = who
        self.reason = reason
        self.since = since
    }
}
