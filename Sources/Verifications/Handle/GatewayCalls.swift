import DequeModule
import Synchronization
import VerificationCore

/// Calls gateways and lets no call outlive its deadline, whatever the gateway does.
///
/// Calls stand in the order of their deadlines, so a sweep a few times a second finds the overdue calls at once, and no
/// call needs a timer of its own. Nearly all calls have the same time, so a new call nearly always comes last.
package final class GatewayCalls: Sendable {
    private struct State {
        /// In the order of their deadlines.
        var calls: Deque<GatewayCall> = []
        var isClosed = false

        /// The second call of a try has less time than the first call of another try, so it may be due earlier.
        mutating func add(_ call: GatewayCall) {
            let earlier = calls.lastIndex { $0.overdueAt <= call.overdueAt }
            calls.insert(call, at: earlier.map { $0 + 1 } ?? 0)
        }

        mutating func takeOverdue(at now: ContinuousClock.Instant) -> [GatewayCall] {
            let settled = calls.prefix { $0.isFinished || $0.overdueAt <= now }
            calls.removeFirst(settled.count)
            return settled.filter { !$0.isFinished }
        }
    }

    private let state = Mutex(State())
    /// Tells `keepTime` that a call has begun; without calls `keepTime` sleeps.
    private let beginnings: AsyncStream<Void>
    private let beginning: AsyncStream<Void>.Continuation

    /// The reason of calls that end, or do not begin, because the worker stops.
    static let stopped = "worker-stopped"

    package init() {
        (beginnings, beginning) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Whether no further call may begin.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// - Returns: what the gateway said, or `unknown` when it had not answered in time. The late call is cancelled and
    ///   its answer dropped. After `close` the gateway is not called.
    package func send(
        _ message: OutgoingMessage, through gateway: any SMSGateway, within limit: Duration
    ) async -> SendOutcome {
        guard !isClosed else { return .refused(reason: Self.stopped, .forNow) }
        guard !gateway.keepsDeadlines else { return await gateway.send(message, deadline: limit) }
        return await withCheckedContinuation { continuation in
            let call = GatewayCall(overdueAt: .now + limit, continuation)
            let isOpen = state.withLock { state in
                if !state.isClosed { state.add(call) }
                return !state.isClosed
            }
            beginning.yield()
            guard isOpen else { return call.finish(.refused(reason: Self.stopped, .forNow)) }
            // A task of its own runs on Swift's threads, also when the caller's task has an executor: a gateway that blocks
            // its thread must not block the sockets of the process.
            call.task.withLock { task in
                task = Task { call.finish(await gateway.send(message, deadline: limit)) }
            }
        }
    }

    /// Sweeps ten times a second while there are calls, until the task is cancelled; then closes.
    package func keepTime() async {
        for await _ in beginnings {
            while hasCalls, (try? await Task.sleep(for: .milliseconds(100))) != nil { sweep() }
        }
        close()
    }

    private var hasCalls: Bool { state.withLock { !$0.calls.isEmpty } }

    /// Ends overdue calls as unknown, and forgets calls that have ended.
    package func sweep(at now: ContinuousClock.Instant = .now) {
        for call in state.withLock({ $0.takeOverdue(at: now) }) { call.cutOff(reason: "deadline") }
    }

    /// Ends all calls under way as unknown, and lets no further call begin.
    package func close() {
        let calls = state.withLock { state in
            defer { state.calls = [] }
            state.isClosed = true
            return state.calls
        }
        for call in calls { call.cutOff(reason: Self.stopped) }
    }
}

/// One call; it ends with the gateway's answer or with a cut-off, whichever comes first.
private final class GatewayCall: Sendable {
    let overdueAt: ContinuousClock.Instant
    let task = Mutex<Task<Void, Never>?>(nil)
    private let continuation: Mutex<CheckedContinuation<SendOutcome, Never>?>

    init(overdueAt: ContinuousClock.Instant, _ continuation: CheckedContinuation<SendOutcome, Never>) {
        self.overdueAt = overdueAt
        self.continuation = Mutex(continuation)
    }

    var isFinished: Bool { continuation.withLock { $0 == nil } }

    /// Ends a call under way as unknown; an ended call keeps its outcome.
    func cutOff(reason: String) {
        finish(.unknown(reason: reason))
        task.withLock { $0?.cancel() }
    }

    func finish(_ outcome: SendOutcome) {
        continuation.withLock { continuation in
            continuation?.resume(returning: outcome)
            continuation = nil
        }
    }
}
