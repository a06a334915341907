import Synchronization
import VerificationCore

/// A gateway with places and a pace: at most so many calls under way, and so many calls begun per second.
///
/// Callers who have to wait get a place in the order in which they asked. A place that is given back unused also gives
/// its share of the second back. So duplicates and refusals do not slow real messages down.
package final class PacedGateway<PaceClock: Clock>: Sendable where PaceClock.Duration == Duration {
    private let gateway: any SMSGateway
    private let clock: PaceClock
    private let isPaced: Bool
    private let line: Mutex<PermitLine<PaceClock.Instant>>

    /// - Parameters:
    ///   - gateway: Where messages go.
    ///   - maxInFlight: How many places there are, at least 1.
    ///   - perSecond: How many messages may begin in a second, spread evenly; nil for no limit.
    ///   - clock: Measures the seconds.
    /// - Throws: `tooSmall` when `maxInFlight` is below 1, or `perSecond` is below 0.001 or not finite.
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

    /// Waits until a place is free and the pace allows the next call.
    ///
    /// Throws only when the task is cancelled, or after `turnAway`. The caller keeps the place until it releases the
    /// permit.
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

    /// Refuses all callers who wait for a place, and all who ask for a place from now on.
    ///
    /// A caller who has a place keeps it.
    package func turnAway() {
        for waiter in line.withLock({ $0.close() }) { waiter.resume(returning: false) }
    }

    /// The gateway's name in configuration, rows and metrics.
    package var name: String { gateway.name }

    /// How many places are taken now.
    package var inFlight: Int { line.withLock { $0.taken } }

    /// How many callers wait for a place now.
    package var waiting: Int { line.withLock { $0.waiting } }

    /// Nil without a pace: then no decision needs the time.
    private var now: PaceClock.Instant? { isPaced ? clock.now : nil }

    private func wait(with ticket: UInt64) async throws(CancellationError) {
        let isGranted = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // When the task is cancelled before this lock, this code sees it. When the task is cancelled later,
                // the handler below finds the waiter.
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

    /// Admits the callers who may begin now; runs again when the pace allows the next caller.
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

/// Remembers whether `send` was called.
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
