/// Port: makes the HTTP call that tells an app of an event.
package protocol EventCaller: Sendable {
    /// Posts once, and never outlives the deadline, whatever the receiver does. Follows no redirect.
    func post(_ call: EventCall, deadline: Duration) async -> EventAnswer
}
