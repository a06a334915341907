import VerificationCore

/// Lets callers wait until something is new about their verifications.
///
/// While callers wait, the process asks the store for all their verifications together, four times a second. When no
/// new caller has come for 40 looks, it asks once a second. An outage of the store ends no wait; when the wait is over,
/// the caller's own look meets the outage.
package actor StatusWatch {
    private struct Waiter {
        let id: VerificationID
        let stamp: StatusStamp?
        let continuation: CheckedContinuation<Void, Never>
    }

    private static let pause = Duration.milliseconds(250)
    private static let longPause = Duration.seconds(1)
    /// After this many looks without a new caller, the pause between looks is the longer pause.
    private static let eagerLooks = 40

    private let stamps: any VerificationStore
    private let most: Int
    private let clock: any Clock<Duration>
    private var waiters: [Int: Waiter] = [:]
    private var lastNumber = 0
    private var looks = 0
    private var isLooking = false
    private var isClosed = false

    /// `most`: how many callers may wait at once; for a further caller `change` returns at once.
    package init(
        _ stamps: any VerificationStore, most: Int = 1_000, clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.stamps = stamps
        self.most = most
        self.clock = clock
    }

    /// Where a verification stands now; nil while no worker has seen its request.
    package func stamp(of id: VerificationID) async throws(StoreError) -> StatusStamp? {
        try await stamps.stamps(of: [id])[id]
    }

    /// Returns when the verification's stamp differs from `stamp`, and after `time` at the latest.
    ///
    /// Returns at once when too many callers wait already, or when `close` was called. Cancelling the caller's task
    /// does not end its wait.
    package func change(of id: VerificationID, from stamp: StatusStamp?, within time: Duration) async {
        guard !isClosed, waiters.count < most else { return }
        lastNumber += 1
        let number = lastNumber
        let timer = Task {
            try? await clock.sleep(for: time)
            release(number)
        }
        await withCheckedContinuation { continuation in
            waiters[number] = Waiter(id: id, stamp: stamp, continuation: continuation)
            looks = 0
            guard !isLooking else { return }
            isLooking = true
            Task { await lookWhileCallersWait() }
        }
        timer.cancel()
    }

    /// Ends all waits, because the process stops; later calls of `change` return at once.
    package func close() {
        isClosed = true
        for number in waiters.keys { release(number) }
    }

    private func lookWhileCallersWait() async {
        while !waiters.isEmpty {
            try? await clock.sleep(for: looks < Self.eagerLooks ? Self.pause : Self.longPause)
            looks += 1
            await look()
        }
        isLooking = false
    }

    /// Releases the callers whose verifications have another stamp now.
    ///
    /// A caller may come while the store prepares its answer. It waits for the next look, unless this look asks for the
    /// same id already.
    private func look() async {
        let asked = Set(waiters.values.map(\.id))
        // An error needs no handling: the next look asks again, and every wait ends at its own time.
        guard !asked.isEmpty, let found = try? await stamps.stamps(of: Array(asked)) else { return }
        for (number, waiter) in waiters where asked.contains(waiter.id) && found[waiter.id] != waiter.stamp {
            release(number)
        }
    }

    private func release(_ number: Int) { waiters.removeValue(forKey: number)?.continuation.resume() }
}
