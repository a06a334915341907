/// Port: takes messages with receipts off the queue and settles them.
package protocol ReceiptInbox: Sendable {
    /// Messages in the order of arrival, as many at once as have arrived. Ends after `stopTaking`.
    var deliveries: AsyncStream<[RequestDelivery]> { get }

    /// Tells the queue that the message is done; never waits.
    ///
    /// A delivery that the broker has taken back in the meantime is left alone.
    func acknowledge(_ delivery: RequestDelivery)

    /// Puts the message aside, and returns when it is safe there; a broker that is away is waited for.
    ///
    /// `body`: what is put aside in place of the message's own body; nil for the whole message.
    func bury(_ delivery: RequestDelivery, as letter: DeadLetter, body: [UInt8]?) async

    /// Leaves the message to another worker at once; only after `stopTaking`, or it could come back here.
    func giveBack(_ delivery: RequestDelivery)

    /// Asks the broker for no more messages; messages that are already here are still handed out.
    func stopTaking() async
}
