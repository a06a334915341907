import VerificationCore

/// What a worker is plugged together from; every part is a port or a pure value.
package struct WorkerPorts: Sendable {
    package var store: any VerificationStore & StoreHealth
    package var apps: any AppDirectory
    package var inbox: any JobInbox
    package var routes: any GatewayRoutes
    /// For what a test number's scenario tells of its message.
    package var receipts: any JobPublisher
    package var phones: any PhoneNumberParser
    package var writer: MessageWriter
    package var keys: KeyRing
    package var retries: RetryPolicy
    package var tallies: TallyBook
    package var tracing: WorkerTracing
    /// Which changes of the apps, of the blocks and of operators' switches this worker knows.
    package var changes: any ChangeKnowledge
    /// Operators' rules on numbers and addresses, from memory.
    package var blocks: @Sendable () -> BlockRules
    /// Whether requests of an emulator are free of limits; elsewhere their word on it does not count.
    package let servesEmulator: Bool
    /// The store's clock, as far as this process knows it.
    package var now: @Sendable () -> Timestamp
    /// 64 random bits; need not be fit for secrets.
    package var random: @Sendable () -> UInt64

    package init(
        store: any VerificationStore & StoreHealth, apps: any AppDirectory, inbox: any JobInbox,
        routes: any GatewayRoutes, receipts: any JobPublisher, phones: any PhoneNumberParser, writer: MessageWriter,
        keys: KeyRing,
        retries: RetryPolicy = RetryPolicy(), tallies: TallyBook = TallyBook(), tracing: WorkerTracing = .off,
        changes: any ChangeKnowledge, blocks: @escaping @Sendable () -> BlockRules = { .none },
        servesEmulator: Bool = false,
        now: @escaping @Sendable () -> Timestamp,
        random: @escaping @Sendable () -> UInt64
    ) {
        self.store = store
        self.apps = apps
        self.inbox = inbox
        self.routes = routes
        self.receipts = receipts
        self.phones = phones
        self.writer = writer
        self.keys = keys
        self.retries = retries
        self.tallies = tallies
        self.tracing = tracing
        self.changes = changes
        self.blocks = blocks
        self.servesEmulator = servesEmulator
        self.now = now
        self.random = random
    }
}
