import Operations
import VerificationCore

/// What the pages need: the use cases of operators, and what this installation is called.
package struct DashboardPorts: Sendable {
    package let operators: OperatorService
    package let looks: Looks
    package let watch: SituationWatch
    package let records: Records
    package let queues: QueueService
    package let deadLetters: DeadLetterService
    package let failures: FailureBoard
    package let limits: LimitService
    package let blocks: BlockService
    package let testNumbers: TestNumberService
    package let countries: CountryBoard
    package let phones: any PhoneNumberParser
    package let now: @Sendable () -> Timestamp
    /// The path below which all pages are, such as `/ops`, or empty.
    package let base: String
    /// Words on every page that tell this installation from others; nil without such words.
    package let environment: String?
    package let version: String
    package let gateways: GatewayService
    package let audit: AuditService
    package let events: EventWatch
    package let process: ProcessFacts

    package init(
        operators: OperatorService, looks: Looks, watch: SituationWatch, records: Records, queues: QueueService,
        deadLetters: DeadLetterService, failures: FailureBoard, limits: LimitService, blocks: BlockService,
        testNumbers: TestNumberService,
        countries: CountryBoard, phones: any PhoneNumberParser, now: @escaping @Sendable () -> Timestamp,
        base: String, environment: String?, version: String, gateways: GatewayService, audit: AuditService,
        events: EventWatch, process: ProcessFacts
    ) {
        self.operators = operators
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
