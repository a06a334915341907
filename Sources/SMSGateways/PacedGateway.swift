import Synchronization
import VerificationCore

/// One gateway with the places and the pace that it can take: so many calls under way, and so many per second.
///
/// Callers who have to wait get a place in the order of asking. A place that is given back without a send gives its share
/// of the second back too, so duplicates and refusals do not slow real messages down.
package final class PacedGateway<PaceClock: Clock>: Sendable where PaceClock.Duration == Duration {
    private let gateway: any SMSGateway
    private let clock: PaceClock
    private let isPaced: Bool
    private let line: Mutex<PermitLine<PaceClock.Instant>>

    /// - Parameters:
    ///   - gateway: Where messages go.
    ///   - maxInFlight: How many places there are, at least one.
    ///   - perSecond: How many messages may begin in a second, spread evenly; nil for no limit.
    ///   - clock: What seconds are measured by.
    /// - Throws: `tooSmall` for limits that would let nobody in.
    package init(
        gateway: any SMSGateway, maxInFlight: Int = 1_000, perSecond: Double? = nil,
        clock: PaceClock = ContinuousClock()
    ) throws(GatewaySettingsError) {
        guard maxInFlight > 0 else { throw GatewaySettingsError(.tooSmall, setting: "maxInFlight") }
        if let perSecond, !(perSecond >= 0.001 && perSecond.isFinite) {
            throw GatewaySettingsError(.tooSmall, setting: "perSecond")
        }
        self.gateway = gateway
        self.clock = clock
        isPaced = perSecond != nil
        line = Mutex(
            PermitLine(places: maxInFlight, interval: perSecond.map { .seconds(1 / $0) }, start: clock.now))
    }

    /// Waits for a free place, in flight and per second.
    ///
    /// Throws only when the task is cancelled, or after `turnAway`.
    package func permit() async throws(CancellationError) -> GatewayPermit {
        let ticket = try line.withLock { line throws(CancellationError) in
            if line.isClosed { throw CancellationError() }
            return line.takeOrDraw(now: now)
        }
        if let ticket { try await wait(with: ticket) }
        guard isPaced else { return GatewayPermit(gateway: gateway) { self.giveBack(isUsed: true) } }
        let watched = WatchedGateway(gateway)
        return GatewayPermit(gateway: watched) { self.giveBack(isUsed: watched.isUsed) }
    }

    /// Sends away all callers who wait for a place, and those who ask for a place from now on.
    package func turnAway() {
        for waiter in line.withLock({ $0.close() }) { waiter.resume(returning: false) }
    }

    /// The gateway's name in configuration, rows and metrics.
    package var name: String { gateway.name }

    /// Places that are taken at the moment.
    package var inFlight: Int { line.withLock { $0.taken } }

    /// How many wait for one.
    package var waiting: Int { line.withLock { $0.waiting } }

    /// Reads the clock only where the answer matters.
    private var now: PaceClock.Instant? { isPaced ? clock.now : nil }

    private func wait(with ticket: UInt64) async throws(CancellationError) {
        let isGranted = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // Cancelled before this lock: seen here. After it: the handler below finds the waiter.
                let isWaiting = line.withLock { line in
                    guard !Task.isCancelled, !line.isClosed else { return false }
                    line.enter(continuation, with: ticket)
                    return true
                }
                if isWaiting { admit() } else { continuation.resume(returning: false) }
            }
        } onCancel: {
            line.withLock { $0.leave(ticket) }?.resume(returning: false)
        }
        if !isGranted { throw CancellationError() }
    }

    private func giveBack(isUsed: Bool) {
        line.withLock { $0.giveBack(isUsed: isUsed) }
        admit()
    }

    /// Lets in whoever may come in now, and comes back when time alone will let in the next.
    private func admit() {
        let (admitted, wakeUp) = line.withLock { line in line.admit(now: now) }
        for waiter in admitted { waiter.resume(returning: true) }
        guard let wakeUp else { return }
        Task {
            try? await clock.sleep(until: wakeUp, tolerance: nil)
            line.withLock { $0.wokeUp(at: wakeUp) }
            admit()
        }
    }
}

/// Remembers whether anything was sent through it.
private final class WatchedGateway: SMSGateway {
    private let gateway: any SMSGateway
    private let used = Atomic<Bool>(false)

    init(_ gateway: any SMSGateway) {
        self.gateway = gateway
    }

    var isUsed: Bool { used.load(ordering: .relaxed) }
    var name: String { gateway.name }
    var honorsIdempotencyKeys: Bool { gateway.honorsIdempotencyKeys }
    var keepsDeadlines: Bool { gateway.keepsDeadlines }

    func send(_ message: OutgoingMessage, deadline: Duration) async -> SendOutcome {
        used.store(true, ordering: .relaxed)
        return await gateway.send(message, deadline: deadline)
    }
}
