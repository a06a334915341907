import HTTPService
import Operations
import VerificationCore

/// What the pages need: the use cases of operators, and what this installation is called.
package struct DashboardPorts: Sendable {
    package let operators: OperatorService
    package let overviews: Overviews
    package let traffic: Traffic
    package let numbers: NumberRules
    package let records: Records
    package let audit: AuditService
    package let installation: Installation
    package let now: @Sendable () -> Timestamp

    package init(
        operators: OperatorService, overviews: Overviews, traffic: Traffic, numbers: NumberRules, records: Records,
        audit: AuditService, installation: Installation, now: @escaping @Sendable () -> Timestamp
    ) {
        (self.operators, self.overviews, self.traffic, self.numbers) = (operators, overviews, traffic, numbers)
        (self.records, self.audit) = (records, audit)
        (self.installation, self.now) = (installation, now)
    }
}

/// What operators steer messages with: they pause queues, switch gateways and move dead letters.
package struct Traffic: Sendable {
    package let queues: QueueService
    package let gateways: GatewayService
    package let deadLetters: DeadLetterService
    /// How the queues stood along the time.
    package let history: QueueHistory

    package init(
        queues: QueueService, gateways: GatewayService, deadLetters: DeadLetterService, history: QueueHistory
    ) {
        (self.queues, self.gateways, self.deadLetters, self.history) = (queues, gateways, deadLetters, history)
    }
}

/// What operators let numbers and addresses do, and how the pages read a number that an operator types.
package struct NumberRules: Sendable {
    package let limits: LimitService
    package let blocks: BlockService
    package let tests: TestNumberService
    package let phones: any PhoneNumberParser

    package init(
        limits: LimitService, blocks: BlockService, tests: TestNumberService, phones: any PhoneNumberParser
    ) {
        (self.limits, self.blocks, self.tests, self.phones) = (limits, blocks, tests, phones)
    }
}

/// What tells this installation and this process from others.
package struct Installation: Sendable {
    /// The path below which all pages are, such as `/ops`, or empty.
    package let base: String
    /// A text on every page that tells this installation from others; nil without such a text.
    package let environment: String?
    package let process: ProcessFacts
    /// The address of a trace in another program, with `{trace}` for the trace's id; nil without such a program.
    package let traceViewer: String?
    /// How the addresses of people are found, which the audit names.
    package let callers: CallerAddress
    /// How people come in by single sign-on; nil where all have passwords.
    package let signOn: SignOnService?

    package init(
        base: String, environment: String?, process: ProcessFacts, traceViewer: String? = nil,
        callers: CallerAddress = CallerAddress(proxies: []), signOn: SignOnService? = nil
    ) {
        (self.base, self.environment, self.process, self.traceViewer) = (base, environment, process, traceViewer)
        (self.callers, self.signOn) = (callers, signOn)
    }
}
