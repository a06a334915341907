/// What happened at a step of a verification.
///
/// The step reports it once. Counters, loggers and tracers listen, see `Facts`.
package enum Fact: Sendable {
    // MARK: Calls

    /// The broker has the request of a call; a call that repeats an idempotency key reports it again.
    case started(VerificationRequest, isTestNumber: Bool)
    /// A call asked for a number that every worker would refuse, so its request did not go to the broker.
    case turnedAway(RefusalReason, PhoneNumber, of: AppID, isTestNumber: Bool)
    /// The broker has not confirmed the request of a call.
    case notQueued(QueueError, PhoneNumber, of: AppID, isTestNumber: Bool)
    /// A call has tried a code.
    ///
    /// A call that repeats an idempotency key reports it again: it gets the first call's answer, and looks like it.
    /// `region` is the number's; empty where the result names no number, or where the numbering plan does not know it.
    case checked(CheckResult<Unseen>, of: AppID, region: String, isTestNumber: Bool)
    /// A surface has looked for a proof of one kind that an app of the project makes a call; never for a test number.
    case appVerified(AppProof.Kind, AppProof.Result, of: AppID)
    /// A surface has asked Apple's push service to bring a secret to an app's device.
    case pushed(PushResult, of: AppID)
    /// A call could not try a code, because this process lacks the code's key.
    case checkLackedKey
    /// A call has canceled a verification, or has found it canceled.
    case canceled(VerificationReport, isTestNumber: Bool)

    // MARK: Jobs

    /// The store has given a worker its verdict on a request; never `outdated`, which decides nothing.
    case decided(Verdict, on: Claim)
    /// A call of a gateway has ended. `span` is the call's; the listener that traces ends it.
    case called(EndedCall, for: SendOrder, of: VerificationRequest, span: OpenSpan?)
    /// A try of a message goes on to another gateway, because this one did not send it.
    case failedOver(from: String)
    /// What a try came to is on record. `early`: what receipts have changed that came before the record.
    case recorded(SendRecord, early: DeliveryChange?)
    /// A worker stops before the store has what a try came to: the log's line is the only trace of it.
    case recordLost(SendRecord, trace: TraceContext?, reason: String)
    /// A worker has decided how a request's delivery leaves.
    case handled(HandledRequest)
    /// A delivery has left the worker, so long after it came.
    case settled(Settlement, after: Duration)
    /// A receipt is in the store. The change is nil when the receipt has changed nothing, or was saved before.
    case receiptSaved(GatewayReceipt, DeliveryChange?)
    /// A worker is done with an event of an app, for now or for good; nil when the event cannot be read.
    case eventHandled(EventOutcome, of: AppID?)
}

/// A request's delivery on its way out of a worker.
package struct HandledRequest: Sendable {
    package let settlement: Settlement
    package let delivery: JobDelivery
    /// Nil when the delivery could not be read.
    package let request: VerificationID?
    /// What logs and traces name.
    package let trace: TraceContext?
    package let took: Duration
    /// The delivery's; the listener that traces ends it.
    package let span: OpenSpan?

    package init(
        _ delivery: JobDelivery, as settlement: Settlement, request: VerificationID?, trace: TraceContext?,
        took: Duration, span: OpenSpan?
    ) {
        (self.delivery, self.settlement) = (delivery, settlement)
        (self.request, self.trace) = (request, trace)
        (self.took, self.span) = (took, span)
    }
}

/// The outcome of an event on its way to its app.
package enum EventOutcome: Sendable, Hashable {
    /// The endpoint took it.
    case told
    /// A call failed, and the event is tried again later.
    case failed(EventAnswer)
    /// It was put off without a call.
    case putOff
    /// It was put off without a call, because this process lacks the key of the endpoint's secret.
    case lackedKey
    /// A worker has given it up.
    case givenUp(EventSchedule.Reason)
}
