import Glibc
import Synchronization

/// The thread of a loop: what waits for it, what it watches, and its sleep.
///
/// Other threads hand in work under a lock. They wake the thread only when it sleeps, and only the first of them does.
/// So a busy loop costs no system call for what is handed to it.
final class LoopThread: Sendable {
    enum WorkItem: Sendable {
        case body(@Sendable () -> Void)
        /// The loop stays alive until its job has ended.
        case job(UnownedJob, ConnectionLoop)
    }

    struct Watched {
        var whenReadable: @Sendable () -> Void
        var whenWritable: (@Sendable () -> Void)?
    }

    private struct State {
        var work: [WorkItem] = []
        var timers = LoopTimers()
        var watched: [UInt64: Watched] = [:]
        var isAsleep = false
        var isStopped = false

        /// True for the first who finds the thread asleep; that caller has to wake it.
        mutating func wakeUp() -> Bool {
            defer { isAsleep = false }
            return isAsleep
        }
    }

    private let epoll: Epoll
    private let state = Mutex(State())
    private let lastNumber = Atomic<UInt64>(0)
    /// The thread's `pthread_self()`; 0 until it runs, `over` after its end.
    private let identity = Atomic<UInt>(0)

    init?(label: String) {
        guard let epoll = Epoll() else { return nil }
        self.epoll = epoll
        guard DetachedThread.start(label: label, { self.live() }) else { return nil }
    }

    var isCurrent: Bool { identity.load(ordering: .relaxed) == UInt(pthread_self()) }

    /// Whether the thread has ended; for tests.
    var isOver: Bool { identity.load(ordering: .acquiring) == Self.over }

    /// No thread's `pthread_self()`.
    private static let over = UInt.max

    /// A number that no other watch or timer of this thread has.
    func nextNumber() -> UInt64 { lastNumber.add(1, ordering: .relaxed).newValue }

    /// Makes the thread end after the work that it has.
    func stop() {
        wake { $0.isStopped = true }
    }

    func run(_ item: WorkItem) {
        wake { $0.work.append(item) }
    }

    /// Calls `action` at `instant` or before; a later call for the same number moves it only to an earlier moment.
    func ring(
        _ timer: UInt64, noLaterThan instant: ContinuousClock.Instant, _ action: @escaping @Sendable () -> Void
    ) {
        let isFirst = state.withLock { state in
            state.timers.ring(timer, noLaterThan: instant, action) && state.wakeUp()
        }
        if isFirst { epoll.ring() }
    }

    func cancel(_ timer: UInt64) {
        dropping { $0.timers.cancel(timer) }
    }

    /// Takes something out under the lock and drops it after the lock: its end may call this thread again.
    private func dropping<Dropped: Sendable>(_ take: (inout sending State) -> Dropped) {
        _ = state.withLock { state in take(&state) }
    }

    private func wake(_ change: (inout sending State) -> Void) {
        let wasAsleep = state.withLock { state in
            change(&state)
            return state.wakeUp()
        }
        if wasAsleep { epoll.ring() }
    }
}

extension LoopThread {
    /// Watches a socket under a number from `nextNumber()`; false when the kernel refuses.
    func watch(_ socket: SharedSocket, for interest: Epoll.Interest, as watched: Watched, number: UInt64) -> Bool {
        state.withLock { $0.watched[number] = watched }
        if epoll.add(socket.descriptor, for: interest, token: number) { return true }
        dropping { $0.watched.removeValue(forKey: number) }
        return false
    }

    /// Calls `whenWritable` each time the socket can be written; nil ends that.
    func change(_ number: UInt64, of socket: SharedSocket, whenWritable: (@Sendable () -> Void)?) {
        dropping { state in
            let old = state.watched[number]
            state.watched[number]?.whenWritable = whenWritable
            return old
        }
        epoll.change(socket.descriptor, to: .init(writable: whenWritable != nil), token: number)
    }

    /// Ends a watch; a callback that is running at this moment runs to its end.
    func unwatch(_ number: UInt64, of socket: SharedSocket) {
        epoll.remove(socket.descriptor)
        dropping { $0.watched.removeValue(forKey: number) }
    }

    private func live() {
        identity.store(UInt(pthread_self()), ordering: .relaxed)
        while let pause = work() {
            for event in epoll.wait(atMost: pause) { call(event) }
        }
        identity.store(Self.over, ordering: .releasing)
    }

    /// Does what is waiting and what is due.
    ///
    /// - Returns: for how many milliseconds the thread may sleep, -1 for any time; nil when it has to end.
    private func work() -> Int32? {
        var work: [WorkItem] = []
        let due = state.withLock { state in
            state.isAsleep = false
            swap(&state.work, &work)
            return state.timers.next == nil ? [] : state.timers.takeDue(at: .now)
        }
        for item in work { perform(item) }
        for action in due { action() }
        return state.withLock { state in
            if !state.work.isEmpty { return 0 }
            if state.isStopped { return nil }
            state.isAsleep = true
            return state.timers.next.map(Self.milliseconds) ?? -1
        }
    }

    private func perform(_ item: WorkItem) {
        switch item {
        case .body(let body): body()
        case .job(let job, let loop): job.runSynchronously(on: loop.asUnownedSerialExecutor())
        }
    }

    /// A watch may have ended since the kernel noted its event.
    private func call(_ event: Epoll.Event) {
        guard let watched = state.withLock({ $0.watched[event.token] }) else { return }
        if event.isReadable { watched.whenReadable() }
        if event.isWritable { watched.whenWritable?() }
    }

    /// Rounded up, because a thread that wakes up too early would only sleep again.
    private static func milliseconds(until instant: ContinuousClock.Instant) -> Int32 {
        let (seconds, attoseconds) = max(.zero, instant - .now).components
        let rest = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        return Int32(clamping: min(seconds, 1_000_000) * 1_000 + rest)
    }
}
