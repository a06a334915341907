import Logging
import VerificationCore

/// What a worker is plugged together from; every part is a port or a pure value.
package struct WorkerParts: Sendable {
    package var store: any VerificationStore
    package var apps: any AppDirectory
    package var inbox: any RequestInbox
    package var routes: any GatewayRoutes
    package var phones: any PhoneNumberParser
    package var writer: MessageWriter
    package var keys: KeyRing
    package var retries: RetryPolicy
    /// The store's clock, as far as this process knows it.
    package var now: @Sendable () -> Timestamp
    /// 64 random bits; need not be fit for secrets.
    package var random: @Sendable () -> UInt64

    package init(
        store: any VerificationStore, apps: any AppDirectory, inbox: any RequestInbox, routes: any GatewayRoutes,
        phones: any PhoneNumberParser, writer: MessageWriter, keys: KeyRing, retries: RetryPolicy = RetryPolicy(),
        now: @escaping @Sendable () -> Timestamp,
        random: @escaping @Sendable () -> UInt64
    ) {
        self.store = store
        self.apps = apps
        self.inbox = inbox
        self.routes = routes
        self.phones = phones
        self.writer = writer
        self.keys = keys
        self.retries = retries
        self.now = now
        self.random = random
    }
}

/// The times a worker lives by.
package struct WorkerSettings: Sendable, Hashable {
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
