import VerificationCore

/// Lets callers wait until something is new about their verifications.
///
/// One statement asks the store for all of them, while anybody waits: four times a second, and once a second when nobody
/// has come for a while. Nobody's wait ends by the store's being away; the caller's next look says that it is.
package actor StatusWatch {
    private struct Waiter {
        let id: VerificationID
        let stamp: StatusStamp?
        let continuation: CheckedContinuation<Void, Never>
    }

    private static let pause = Duration.milliseconds(250)
    private static let longPause = Duration.seconds(1)
    /// After so many looks that nobody new has come for, the longer pause is enough.
    private static let eagerLooks = 40

    private let stamps: any StatusStamps
    private let most: Int
    private let clock: any Clock<Duration>
    private var waiters: [Int: Waiter] = [:]
    private var lastNumber = 0
    private var looks = 0
    private var isLooking = false
    private var isClosed = false

    /// `most`: how many may wait; whoever comes when so many do is answered at once.
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

    /// Returns when the verification's stamp is another, or after that time; at once when too many wait or `close` was
    /// called.
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
            Task { await lookUntilNobodyWaits() }
        }
        timer.cancel()
    }

    /// Ends all waits, and those to come, for a process that stops.
    package func close() {
        isClosed = true
        for number in waiters.keys { release(number) }
    }

    private func lookUntilNobodyWaits() async {
        while !waiters.isEmpty {
            try? await clock.sleep(for: looks < Self.eagerLooks ? Self.pause : Self.longPause)
            looks += 1
            await look()
        }
        isLooking = false
    }

    /// Who comes while the store is asked is in the next look.
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
