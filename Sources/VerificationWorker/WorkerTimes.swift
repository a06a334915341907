/// The times a worker lives by.
package struct WorkerTimes: Sendable, Hashable {
    /// The whole gateway call, from connecting to the last byte of the answer.
    package var gatewayDeadline: Duration
    /// How long a stopping worker waits for the requests in flight.
    ///
    /// After that a batch of the store may take 5 s, and the connections 2 s. All has to fit into 25 s: 17 + 5 + 2.
    package var drainDeadline: Duration
    /// How long a worker waits before it asks again whether the database is back.
    package var storeProbe: Duration

    package init(
        gatewayDeadline: Duration = .seconds(10), drainDeadline: Duration = .seconds(17),
        storeProbe: Duration = .milliseconds(500)
    ) {
        self.gatewayDeadline = gatewayDeadline
        self.drainDeadline = drainDeadline
        self.storeProbe = storeProbe
    }

    /// How long a claim belongs to the worker: the call's deadline and half as long again, for example 10 s + 5 s.
    ///
    /// So a worker whose call used all its time can still record the outcome under the lease.
    package var lease: Duration { gatewayDeadline + gatewayDeadline / 2 }
}
