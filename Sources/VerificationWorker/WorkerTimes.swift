/// The times a worker lives by.
package struct WorkerTimes: Sendable, Hashable {
    /// The whole gateway call, from connecting to the last byte of the answer.
    package var gatewayDeadline: Duration
    /// How long a stopping worker waits for what is in flight.
    ///
    /// A batch of the store may take 5 s more, and the connections 2 s: all of it has to fit into 25 s.
    package var drainDeadline: Duration
    /// How often a worker looks whether the database is back.
    package var storeProbe: Duration

    package init(
        gatewayDeadline: Duration = .seconds(10), drainDeadline: Duration = .seconds(17),
        storeProbe: Duration = .milliseconds(500)
    ) {
        self.gatewayDeadline = gatewayDeadline
        self.drainDeadline = drainDeadline
        self.storeProbe = storeProbe
    }

    /// A claim is the worker's for the call and half as long again, so that the outcome of a call that used all its time
    /// is still recorded under the lease.
    package var lease: Duration { gatewayDeadline + gatewayDeadline / 2 }
}
