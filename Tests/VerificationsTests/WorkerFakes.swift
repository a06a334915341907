import Synchronization
import TestSupport
import VerificationCore
import VerificationTesting

/// A store in memory that counts what it is asked, and can answer claims with something else.
final class WatchedStore: PassingStore {
    let world = InMemoryWorld()
    var next: InMemoryWorld { world }
    /// All claims, also failed claims.
    let claims = CallCount()
    let failedClaims = CallCount()
    let examinations = CallCount()
    private let examining = Mutex((now: 0, most: 0))
    private struct Trouble {
        /// What claims throw.
        var problem: StoreError?
        /// The only phone whose claims throw; nil for all phones.
        var phone: String?
        /// What an examination throws.
        var illness: StoreError?
        var lease: Duration?
        /// How many claims from now until one is outdated; nil: none is.
        var claimsUntilOutdated: Int?
        /// How many more records are saved although their answer is lost.
        var lostAnswers = 0
        var recordsAreLocked = false
    }

    private let trouble = Mutex(Trouble())

    /// The most examinations that were under way at the same time.
    var mostExaminationsAtOnce: Int { examining.withLock { $0.most } }

    /// Every claim from now on throws this; with `phone` only the claims for that phone.
    func fail(with problem: StoreError?, for phone: String? = nil) {
        trouble.withLock { ($0.problem, $0.phone) = (problem, phone) }
    }

    /// Every examination from now on throws this.
    func sicken(with illness: StoreError?) { trouble.withLock { $0.illness = illness } }

    /// The next `count` records are saved, but the worker does not hear of it.
    func loseAnswers(ofRecords count: Int) { trouble.withLock { $0.lostAnswers = count } }

    /// From now on another transaction holds the rows of every record.
    func lockRecords() { trouble.withLock { $0.recordsAreLocked = true } }

    /// Records that met a lock.
    let lockedRecords = CallCount()

    /// The next claim gets this lease, whatever it asks for.
    func grantNext(lease: Duration) { trouble.withLock { $0.lease = lease } }

    /// The claim after the next `count` claims meets a change of the settings.
    func outdate(afterClaims count: Int) { trouble.withLock { $0.claimsUntilOutdated = count } }

    func claim(_ claim: Claim) async throws(StoreError) -> Verdict {
        claims.add()
        let isOutdated = trouble.withLock { trouble in
            defer { trouble.claimsUntilOutdated = trouble.claimsUntilOutdated.flatMap { $0 == 0 ? nil : $0 - 1 } }
            return trouble.claimsUntilOutdated == 0
        }
        if isOutdated { return .outdated }
        let (trouble, lease) = trouble.withLock { trouble in
            defer { trouble.lease = nil }
            return (trouble, trouble.lease)
        }
        do throws(StoreError) {
            if let problem = trouble.problem, trouble.phone ?? claim.request.phone.e164 == claim.request.phone.e164 {
                throw problem
            }
            return try await world.claim(
                Claim(
                    request: claim.request, rules: claim.rules, testNumber: claim.testNumber, codeKey: claim.codeKey,
                    lease: lease ?? claim.lease, token: claim.token))
        } catch {
            failedClaims.add()
            throw error
        }
    }

    func record(_ record: SendRecord) async throws(StoreError) -> Recorded {
        if trouble.withLock({ $0.recordsAreLocked }) {
            lockedRecords.add()
            throw .locked
        }
        let recorded = try await world.record(record)
        let isLost = trouble.withLock { trouble in
            defer { trouble.lostAnswers = max(0, trouble.lostAnswers - 1) }
            return trouble.lostAnswers > 0
        }
        if isLost { throw .inDoubt }
        return recorded
    }

    func examine() async throws(StoreError) {
        examining.withLock { examining in
            examining.now += 1
            examining.most = max(examining.most, examining.now)
        }
        defer { examining.withLock { $0.now -= 1 } }
        // Gives other tasks the chance to examine at the same time.
        for _ in 0..<20 { await Task.yield() }
        examinations.add()
        if let illness = trouble.withLock({ $0.illness }) { throw illness }
        try await world.examine()
    }
}

/// An inbox that says when it was told to take no more.
struct WatchedInbox: JobInbox {
    let stopped = CallCount()
    let pauses = CallCount()
    private let inbox: InMemoryInbox

    init(_ inbox: InMemoryInbox) { self.inbox = inbox }

    var deliveries: AsyncStream<[JobDelivery]> { inbox.deliveries }

    func settle(_ delivery: JobDelivery, as settlement: Settlement) async {
        await inbox.settle(delivery, as: settlement)
    }

    func pause(for cause: PauseCause) {
        inbox.pause(for: cause)
        pauses.add()
    }

    func resume(for cause: PauseCause) { inbox.resume(for: cause) }

    var isPaused: Bool { inbox.isPaused }

    func stopTaking() async {
        await inbox.stopTaking()
        stopped.add()
    }

    /// Gives what is unsettled back to the queue, as the end of the process would.
    func crash() { inbox.crash() }
}

/// Routes every number to the same gateways in their order, and counts the places taken and given back.
///
/// A request that finds no place waits until the worker stops, or gives back what it holds.
final class CountingRoutes: GatewayRoutes {
    private struct State {
        var taken = 0
        var released = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
        var isClosed = false
        var away: Set<String> = []
        var full: Set<String> = []
        var reports: [String] = []
        var length: Duration?
    }

    private let gateways: [any SMSGateway]
    private let places: Int
    private let state = Mutex(State())
    let waits = CallCount()
    /// How often the worker has told that it stops.
    let turns = CallCount()

    init(gateways: [any SMSGateway], places: Int = .max) {
        self.gateways = gateways
        self.places = places
    }

    var taken: Int { state.withLock { $0.taken } }
    var released: Int { state.withLock { $0.released } }
    /// What the breakers heard, for example `main refused`.
    var reports: [String] { state.withLock { $0.reports } }

    /// From now on these gateways take no messages.
    func away(_ names: String...) { state.withLock { $0.away = Set(names) } }

    /// From now on these gateways have no place for a message that does not wait.
    func full(_ names: String...) { state.withLock { $0.full = Set(names) } }

    /// From now on this many requests wait already at every gateway, as many as may; nil: there is room.
    func fill(for length: Duration?) { state.withLock { $0.length = length } }

    func permit(
        for phone: PhoneNumber, of app: AppID, within patience: Duration
    ) async throws(CancellationError) -> GatewayEntry {
        let (away, length) = state.withLock { ($0.away, $0.length) }
        if let length { return .full(length) }
        return try await permit(at: gateways.first { !away.contains($0.name) })
    }

    func permitNow(for phone: PhoneNumber, of app: AppID, besides tried: Set<String>) -> GatewayPermit? {
        let next = state.withLock { state in
            let next = gateways.first { !tried.union(state.away).union(state.full).contains($0.name) }
            if next != nil { state.taken += 1 }
            return next
        }
        return next.map(makePermit)
    }

    func permit(at gateway: String, within patience: Duration) async throws(CancellationError) -> GatewayEntry {
        if state.withLock({ $0.full.contains(gateway) }) { return .late }
        let away = state.withLock { $0.away }
        return try await permit(at: gateways.first { $0.name == gateway && !away.contains(gateway) })
    }

    func permit(
        for phone: PhoneNumber, of app: AppID, besides avoided: Set<String>, within patience: Duration
    ) async throws(CancellationError) -> GatewayEntry {
        let (away, full) = state.withLock { ($0.away, $0.full) }
        guard let next = gateways.first(where: { !avoided.union(away).contains($0.name) }) else { return .away }
        return full.contains(next.name) ? .late : try await permit(at: next)
    }

    func reportsDelivery(at gateway: String) -> Bool {
        gateways.first { $0.name == gateway }?.reportsDelivery ?? false
    }

    func hasOthers(for phone: PhoneNumber, of app: AppID, besides tried: Set<String>) -> Bool {
        gateways.contains { !tried.contains($0.name) }
    }

    func honorsIdempotencyKeys(at gateway: String) -> Bool? {
        gateways.first { $0.name == gateway }?.honorsIdempotencyKeys
    }

    private func permit(at gateway: (any SMSGateway)?) async throws(CancellationError) -> GatewayEntry {
        guard let gateway else { return .away }
        let isAdmitted = state.withLock { state in
            guard !state.isClosed, state.taken < places else { return false }
            state.taken += 1
            return true
        }
        guard isAdmitted else {
            await turnedAway()
            throw CancellationError()
        }
        return .admitted(makePermit(gateway))
    }

    private func makePermit(_ gateway: any SMSGateway) -> GatewayPermit {
        GatewayPermit(
            gateway: gateway,
            onReport: { [self] outcome, _ in
                state.withLock { $0.reports.append("\(gateway.name) \(outcome.word)") }
            }
        ) { [self] in
            state.withLock { $0.released += 1 }
        }
    }

    func sendBack() { leave() }

    func turnAway() {
        state.withLock { $0.isClosed = true }
        leave()
        turns.add()
    }

    private func leave() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    private func turnedAway() async {
        await withCheckedContinuation { continuation in
            let isClosed = state.withLock { state in
                if !state.isClosed { state.waiting.append(continuation) }
                return state.isClosed
            }
            if isClosed { continuation.resume() }
            waits.add()
        }
    }
}

/// A gateway that leaves its first calls without an answer until `letGo`, even after a deadline or a cancellation.
final class DeafGateway: SMSGateway {
    let name = "deaf"
    let honorsIdempotencyKeys = false
    let calls = CallCount()
    private let state: Mutex<(left: Int, held: [CheckedContinuation<Void, Never>])>

    /// - Parameter calls: how many of the first calls it does not answer.
    init(toFirst calls: Int) { state = Mutex((calls, [])) }

    func send(_ message: OutgoingMessage, deadline: Duration) async -> SendOutcome {
        await withCheckedContinuation { continuation in
            let answers = state.withLock { state in
                state.left -= 1
                if state.left >= 0 { state.held.append(continuation) }
                return state.left < 0
            }
            if answers { continuation.resume() }
            calls.add()
        }
        return .accepted(id: "late")
    }

    func letGo() {
        let held = state.withLock { state in
            defer { state.held = [] }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }
}

extension SendOutcome {
    fileprivate var word: String {
        switch self {
        case .accepted: "accepted"
        case .refused: "refused"
        case .throttled: "throttled"
        case .unknown: "unknown"
        }
    }
}
