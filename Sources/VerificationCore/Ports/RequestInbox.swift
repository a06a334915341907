/// Port: takes requests off the queue and settles them.
package protocol RequestInbox: Sendable {
    /// Requests in the order of arrival, as many at once as have arrived. Ends after `stopTaking`.
    var deliveries: AsyncStream<[RequestDelivery]> { get }

    /// Carries out the settlement. Returns once the request is safely where it should be. A broker that is away is
    /// waited for. A delivery that the broker has taken back in the meantime is left alone.
    func settle(_ delivery: RequestDelivery, as settlement: Settlement) async

    /// Leaves the request to another worker at once, as if it had never been here.
    ///
    /// Only after `stopTaking`: before, it could come back here.
    func giveBack(_ delivery: RequestDelivery)

    /// Sends the worker's word to the caller who waits for it; where no caller waits any more, nothing happens.
    func answer(_ delivery: RequestDelivery, with answer: RequestAnswer)

    /// Asks the broker for no more requests. Requests that are already here are still handed out, and may still be settled.
    func stopTaking() async
}
