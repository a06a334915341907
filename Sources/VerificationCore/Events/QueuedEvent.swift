/// An event as it came from the queue, ready to be posted.
package struct QueuedEvent: Sendable, Hashable {
    /// See `AppEvent.id`.
    package let id: String
    package let app: AppID
    /// When the change happened that it tells of.
    package let at: Timestamp
    /// What the app's endpoint gets.
    package let body: [UInt8]
}
