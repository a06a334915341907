import Synchronization
import VerificationCore

/// A gateway with places, a pace and a breaker: at most so many calls under way, and so many calls begun per second.
///
/// Callers who have to wait get a place in the order in which they asked. A place that is given back unused also gives
/// its share of the second back. So duplicates and refusals do not slow real messages down. When the breaker opens, or
/// an operator switches the gateway off, it turns away all callers that wait.
package final class PacedGateway<PaceClock: Clock>: Sendable where PaceClock.Duration == Duration {
    let clock: PaceClock
    let perSecond: Double?
    let admission: Mutex<GatewayAdmission<PaceClock.Instant>>
    private let gateway: any SMSGateway
    /// The same gateway, if it keeps connections.
    private let connected: (any ConnectedGateway)?
    private let chance: @Sendable () -> Double

    /// - Parameters:
    ///   - gateway: Where messages go.
    ///   - maxInFlight: How many places there are, at least 1.
    ///   - mostWaiting: How many callers may wait for a place, at least 1.
    ///   - perSecond: How many messages may begin in a second, spread evenly; nil for no limit.
    ///   - rules: When the breaker opens and closes.
    ///   - clock: Measures the seconds.
    ///   - chance: Gives numbers from 0 to below 1.
    /// - Throws: `tooSmall` when `maxInFlight` is below 1, or `perSecond` is below 0.001 or not finite.
    package init(
        gateway: any SMSGateway, maxInFlight: Int = 1_000, mostWaiting: Int = .max, perSecond: Double? = nil,
        rules: BreakerRules = BreakerRules(), clock: PaceClock = ContinuousClock(),
        chance: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) throws(GatewaySettingsError) {
        guard maxInFlight > 0 else { throw GatewaySettingsError(.tooSmall, setting: "maxInFlight") }
        if let perSecond, !(perSecond >= 0.001 && perSecond.isFinite) {
            throw GatewaySettingsError(.tooSmall, setting: "perSecond")
        }
        self.gateway = gateway
        connected = gateway as? any ConnectedGateway
        self.clock = clock
        self.perSecond = perSecond
        self.chance = chance
        let (start, breaker) = (clock.now, Breaker(gateway: gateway.name, rules: rules))
        let pace = perSecond.map { StartPace(interval: .seconds(1 / $0), start: start) }
        admission = Mutex(
            GatewayAdmission(
                places: maxInFlight, mostWaiting: max(1, mostWaiting), pace: pace, breaker: breaker, origin: start))
    }

    /// Waits until a place is free and the pace allows the next call.
    ///
    /// The caller keeps the place until it releases the permit.
    ///
    /// - Parameter patience: How long the caller may wait; `admit` ends the wait of a caller who is late.
    /// - Returns: `away` also when the gateway goes away during the wait.
    /// - Throws: only when the task is cancelled, or after `sendBack` or `turnAway`.
    package func permit(within patience: Duration) async throws(CancellationError) -> GatewayEntry {
        switch admission.withLock({ $0.enter(now: now(if: $0.needsTime)) }) {
        case .admitted(let trial): return .admitted(makePermit(trial))
        case .away: return .away
        case .full(let length): return .full(length)
        case .turnedAway: throw CancellationError()
        case .drawn(let ticket):
            switch await wait(with: ticket, until: clock.now.advanced(by: patience)) {
            case .admitted(let trial): return .admitted(makePermit(trial))
            case .sentOn: return .away
            case .full(let length): return .full(length)
            case .late: return .late
            case .turnedAway: throw CancellationError()
            }
        }
    }

    /// Takes a place if that needs no wait; nil also when other callers wait, or after `turnAway`.
    package func permitNow() -> GatewayPermit? {
        guard standing == .ready else { return nil }
        let entry = admission.withLock { $0.enterAtOnce(now: now(if: $0.needsTime)) }
        guard case .admitted(let trial) = entry else { return nil }
        return makePermit(trial)
    }

    /// Refuses all callers who wait for a place now; later callers may wait again.
    package func sendBack() {
        for waiter in admission.withLock({ $0.line.empty() }) { waiter.resume(returning: .turnedAway) }
    }

    /// Refuses all callers who wait for a place, and all who ask for a place from now on.
    ///
    /// A caller who has a place keeps it.
    package func turnAway() {
        for waiter in admission.withLock({ $0.line.close() }) { waiter.resume(returning: .turnedAway) }
    }

    /// The gateway's name in configuration, rows and metrics.
    package var name: String { gateway.name }

    /// Whether two calls with the same message make one SMS.
    package var honorsIdempotencyKeys: Bool { gateway.honorsIdempotencyKeys }

    /// Whether the provider reports the delivery of its messages.
    package var reportsDelivery: Bool { gateway.reportsDelivery }

    /// How many places are taken now.
    package var inFlight: Int { admission.withLock { $0.line.taken } }

    /// How many callers wait for a place now.
    package var waiting: Int { admission.withLock { $0.line.waiting } }

    /// Whether messages should go here now; a gateway whose connection is down is hesitant.
    package var standing: GatewayStanding {
        let standing = admission.withLock { $0.standing(now: now(if: $0.needsTime)) }
        return standing == .ready && connected?.isUp == false ? .hesitant : standing
    }

    /// What the operator has said of the gateway, as far as this worker has heard.
    package var control: GatewaySwitch { admission.withLock { $0.control } }

    /// Ends the waits of all who need not wait any more; runs again when time alone admits the next caller.
    func admit() {
        let (ended, wakeUp) = admission.withLock { admission in
            admission.admit(now: now(if: admission.needsTime), at: clock.now)
        }
        for (waiter, end) in ended { waiter.resume(returning: end) }
        guard let wakeUp else { return }
        Task {
            try? await clock.sleep(until: wakeUp, tolerance: nil)
            admission.withLock { $0.line.wokeUp(at: wakeUp) }
            admit()
        }
    }

    /// Nil when no decision needs the time.
    private func now(if isNeeded: Bool) -> PaceClock.Instant? { isNeeded ? clock.now : nil }

    private func wait(with ticket: UInt64, until end: PaceClock.Instant) async -> WaitEnd {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // When the task is cancelled before this lock, this code sees it. When the task is cancelled later,
                // the handler below finds the waiter.
                let answer = admission.withLock { admission in
                    Task.isCancelled
                        ? .turnedAway
                        : admission.wait(continuation, with: ticket, until: end, now: now(if: admission.needsTime))
                }
                if let answer { continuation.resume(returning: answer) } else { admit() }
            }
        } onCancel: {
            admission.withLock { $0.line.leave(ticket) }?.resume(returning: .turnedAway)
        }
    }
}

extension PacedGateway {
    /// The usual permit catches nothing but `self`, so it costs no more than it must.
    private func makePermit(_ trial: UInt64?) -> GatewayPermit {
        if let trial {
            let watched = WatchedGateway(gateway)
            return GatewayPermit(gateway: watched, onBegin: begin) {
                self.report($0, took: $1, trial: trial)
            } onRelease: {
                self.giveBack(isUsed: watched.isUsed, trial: trial)
            }
        }
        let report: @Sendable (SendOutcome, Duration) -> Void = { self.report($0, took: $1) }
        guard perSecond != nil else {
            return GatewayPermit(gateway: gateway, onReport: report) { self.giveBack(isUsed: true) }
        }
        let watched = WatchedGateway(gateway)
        return GatewayPermit(gateway: watched, onBegin: begin, onReport: report) {
            self.giveBack(isUsed: watched.isUsed)
        }
    }

    /// Nil without a pace.
    private var begin: (@Sendable () async -> Void)? {
        guard perSecond != nil else { return nil }
        return { [self] in
            let moment = admission.withLock { $0.line.pace?.call(clock.now) }
            if let moment, moment > clock.now { try? await clock.sleep(until: moment, tolerance: nil) }
        }
    }

    private func giveBack(isUsed: Bool, trial: UInt64? = nil) {
        let isAwaited = admission.withLock { admission in
            admission.line.giveBack(isUsed: isUsed)
            // A trial that was reported is over already.
            if let trial { admission.breaker.giveUp(trial) }
            return admission.line.waiting > 0
        }
        if isAwaited { admit() }
    }

    private func report(_ outcome: SendOutcome, took: Duration, trial: UInt64? = nil) {
        let isUsual = admission.withLock { admission in
            let wasClosed = admission.breaker.isClosed
            admission.report(outcome, took: took, trial: trial, now: clock.now, jitter: chance)
            return wasClosed && admission.breaker.isClosed
        }
        // Otherwise those who wait may have to go elsewhere, or may begin; usually the release admits the next caller.
        if !isUsual { admit() }
    }
}

/// Remembers whether `send` was called.
final class WatchedGateway: SMSGateway {
    private let gateway: any SMSGateway
    private let used = Atomic<Bool>(false)

    init(_ gateway: any SMSGateway) {
        self.gateway = gateway
    }

    var isUsed: Bool { used.load(ordering: .relaxed) }
    var name: String { gateway.name }
    var honorsIdempotencyKeys: Bool { gateway.honorsIdempotencyKeys }
    var reportsDelivery: Bool { gateway.reportsDelivery }
    var keepsDeadlines: Bool { gateway.keepsDeadlines }

    func send(_ message: OutgoingMessage, deadline: Duration) async -> SendOutcome {
        used.store(true, ordering: .relaxed)
        return await gateway.send(message, deadline: deadline)
    }
}
