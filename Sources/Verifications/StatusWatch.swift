import VerificationCore

/// Lets callers wait until something is new about their verifications.
///
/// While callers wait, one statement asks the store for all their verifications four times a second. When no new caller has
/// come for 40 looks, it asks once a second. An outage of the store ends no wait; the caller's next look meets it.
package actor StatusWatch {
    private struct Waiter {
        let id: VerificationID
        let stamp: StatusStamp?
        let continuation: CheckedContinuation<Void, Never>
    }

    private static let pause = Duration.milliseconds(250)
    private static let longPause = Duration.seconds(1)
    /// After so many looks without a new caller, the longer pause is enough.
    private static let eagerLooks = 40

    private let stamps: any StatusStamps
    private let most: Int
    private let clock: any Clock<Duration>
    private var waiters: [Int: Waiter] = [:]
    private var lastNumber = 0
    private var looks = 0
    private var isLooking = false
    private var isClosed = false

    /// `most`: how many callers may wait; a further caller is answered at once.
    package init(
        _ stamps: any StatusStamps, most: Int = 1_000, clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.stamps = stamps
        self.most = most
        self.clock = clock
    }

    /// Where a verification stands now.
    package func stamp(of id: VerificationID) async throws(StoreProblem) -> StatusStamp? {
        try await stamps.stamps(of: [id])[id]
    }

    /// Returns when the verification's stamp differs from `stamp`, or after `time`; at once when too many callers wait, or
    /// when `close` was called.
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

    /// Ends all waits, also the waits to come, because the process stops.
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

    /// A caller that comes while the store is asked is part of the next look.
    private func look() async {
        let asked = Set(waiters.values.map(\.id))
        // The next look asks again, and every wait ends at its own time.
        guard !asked.isEmpty, let found = try? await stamps.stamps(of: Array(asked)) else { return }
        for (number, waiter) in waiters where asked.contains(waiter.id) && found[waiter.id] != waiter.stamp {
            release(number)
        }
    }

    private func release(_ number: Int) { waiters.removeValue(forKey: number)?.continuation.resume() }
}
