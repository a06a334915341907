import Logging
import ServiceLifecycle
import Synchronization
import TestSupport
import VerificationCore
import VerificationTesting

@testable import Verifications

/// A worker of receipts among fakes.
struct ReceiptBench: Sendable {
    let queue: InMemoryQueue
    let store: WatchedReceiptStore
    let health = WatchedStore()
    let gate: StoreGate
    let tallies = TallyBuffer()
    let receipts: ReceiptHandler
    private let worker: JobWorker

    init(store: WatchedReceiptStore = WatchedReceiptStore()) {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        queue = store.next.queue(of: .receipts)
        self.store = store
        gate = StoreGate(examine: health.examine, probe: .milliseconds(1), logger: logger)
        receipts = ReceiptHandler(
            store: store, gate: gate, settings: WorkerTimes(storeProbe: .milliseconds(1)),
            facts: Facts(statistics: [tallies.hear]),
            now: { [health] in health.world.clock.now })
        worker = JobWorker(receipts, from: queue.openInbox(prefetch: 500), logger: logger)
    }

    /// A further worker before the same queue and the same store.
    func again() -> ReceiptBench { ReceiptBench(store: store) }

    /// How many receipts the worker has in hand.
    var receiptsInHand: Int { receipts.receiptsInHand }

    /// Runs the worker while `body` runs, then stops it in an orderly way.
    func run(_ body: (_ stop: @escaping @Sendable () async -> Void) async throws -> Void) async throws {
        let group = ServiceGroup(services: [worker], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let running = Task { try await group.run() }
        let result = await Result.catching { try await body { await group.triggerGracefulShutdown() } }
        await group.triggerGracefulShutdown()
        try await running.value
        try result.get()
    }

    /// Returns when the worker has taken this many receipts and not settled them.
    func untilInHand(_ count: Int) async {
        while receiptsInHand != count { await Task.yield() }
    }

    /// Returns when the store has saved this many receipts.
    func untilNoted(_ count: Int) async {
        while store.noted.count != count { await Task.yield() }
    }

    /// Returns when no further transaction may begin.
    func gateIsStopped() async {
        while (try? await gate.opened()) != nil { await Task.yield() }
    }
}

/// A store of receipts that remembers its transactions, and can be slow or ill.
final class WatchedReceiptStore: PassingStore {
    let next = InMemoryWorld()
    private struct State {
        var batches: [[GatewayReceipt]] = []
        var changes: [DeliveryChange] = []
        var problem: StoreError?
        /// The only receipt that is answered with the problem; nil for all.
        var culprit: GatewayReceipt?
        var isHolding = false
        var held: [CheckedContinuation<Void, Never>] = []
    }

    /// All calls, also failed calls and calls that are held.
    let calls = CallCount()
    private let state = Mutex(State())

    /// The receipts that each transaction has saved; no transaction without any.
    var batches: [[GatewayReceipt]] { state.withLock { $0.batches } }
    var noted: [GatewayReceipt] { batches.flatMap(\.self) }

    /// From now on receipts are answered with this; with `culprit` only this receipt.
    func fail(with problem: StoreError?, at culprit: GatewayReceipt? = nil) {
        state.withLock { ($0.problem, $0.culprit) = (problem, culprit) }
    }

    /// From now on each call that is answered says that it has made these changes.
    func changes(to changes: [DeliveryChange]) { state.withLock { $0.changes = changes } }

    /// From now on calls wait for `release`.
    func hold() { state.withLock { $0.isHolding = true } }

    func release() {
        let held = state.withLock { state in
            state.isHolding = false
            defer { state.held = [] }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }

    func note(_ receipts: [GatewayReceipt]) async -> [Result<DeliveryChange?, StoreError>] {
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                if state.isHolding { state.held.append(continuation) }
                return state.isHolding
            }
            if !isHeld { continuation.resume() }
            calls.add()
        }
        return state.withLock { state in
            var changes = state.changes[...]
            let answers = receipts.map { receipt -> Result<DeliveryChange?, StoreError> in
                if let problem = state.problem, state.culprit.map({ $0 == receipt }) ?? true {
                    return .failure(problem)
                }
                return .success(changes.popFirst())
            }
            let saved = zip(receipts, answers).filter { if case .success = $0.1 { true } else { false } }.map(\.0)
            if !saved.isEmpty { state.batches.append(saved) }
            return answers
        }
    }
}
