/// Port: takes events off the queue and settles them.
package protocol EventInbox: Sendable {
    /// Events in the order of arrival, as many at once as have arrived. Ends after `stopTaking`.
    var deliveries: AsyncStream<[EventDelivery]> { get }

    /// The event is posted, or will never be.
    func finish(_ delivery: EventDelivery)

    /// Lets the event come back after this time or a little later, with its counts of tries and of put-offs.
    ///
    /// Returns when the event is safely where it waits. A broker that is away is waited for.
    func putOff(_ delivery: EventDelivery, by pause: Duration, tries: Int, putOffs: Int) async

    /// Puts the event aside, and returns when it is safe there; a broker that is away is waited for.
    func bury(_ delivery: EventDelivery, as letter: DeadLetter) async

    /// Leaves the event to another worker at once. Only after `stopTaking`.
    func giveBack(_ delivery: EventDelivery)

    /// Asks the broker for no more events. Events that are here already are still handed out.
    func stopTaking() async
}
