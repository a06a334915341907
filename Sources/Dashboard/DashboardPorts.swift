import Operations
import VerificationCore

/// What the pages need: the use cases of operators, and what this installation is called.
package struct DashboardPorts: Sendable {
    package let desk: OperatorDesk
    package let looks: Looks
    package let watch: SituationWatch
    package let records: Records
    package let queues: QueueDesk
    package let deadLetters: DeadLetterDesk
    package let failures: FailureBoard
    package let limits: LimitDesk
    package let blocks: BlockDesk
    package let testNumbers: TestNumberDesk
    package let countries: CountryBoard
    package let phones: any PhoneNumberParser
    package let now: @Sendable () -> Timestamp
    /// The path below which all pages are, such as `/ops`, or empty.
    package let base: String
    /// Words on every page that tell this installation from others; nil without such words.
    package let environment: String?
    package let version: String
    package let gateways: GatewayDesk
    package let audit: AuditDesk
    package let events: EventWatch
    package let process: ProcessFacts

    package init(
        desk: OperatorDesk, looks: Looks, watch: SituationWatch, records: Records, queues: QueueDesk,
        deadLetters: DeadLetterDesk, failures: FailureBoard, limits: LimitDesk, blocks: BlockDesk,
        testNumbers: TestNumberDesk,
        countries: CountryBoard, phones: any PhoneNumberParser, now: @escaping @Sendable () -> Timestamp,
        base: String, environment: String?, version: String, gateways: GatewayDesk, audit: AuditDesk,
        events: EventWatch, process: ProcessFacts
    ) {
        self.desk = desk
        self.looks = looks
        self.watch = watch
        self.records = records
        self.queues = queues
        self.deadLetters = deadLetters
        self.failures = failures
        self.limits = limits
        self.blocks = blocks
        self.testNumbers = testNumbers
        self.countries = countries
        self.phones = phones
        self.now = now
        self.base = base
        self.environment = environment
        self.version = version
        self.gateways = gateways
        self.audit = audit
        self.events = events
        self.process = process
    }
}
