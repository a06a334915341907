import CProcess

/// Runs parts again and again on the calling thread, and counts what they cost.
package enum MicroRig {
    /// Runs before anything counts: they fill caches and the runtime's tables.
    private static let warmUp = 200

    /// `time`: how long each part runs in each round.
    package static func measure(_ parts: [MicroPart], rounds: Int, time: Duration) -> MicroReport {
        MicroReport(
            rows: parts.map { part in
                var isRight = true
                for _ in 0..<warmUp { isRight = part.run() && isRight }
                let times = (0..<rounds).map { _ in nanoseconds(of: part, for: time, &isRight) }
                return MicroReport.Row(
                    part: part.name, nanoseconds: Rounds.median(times), bytes: allocated(by: part),
                    allowed: part.allowed, isRight: isRight)
            })
    }

    private static func nanoseconds(of part: MicroPart, for time: Duration, _ isRight: inout Bool) -> Double {
        let start = ContinuousClock.now
        var (runs, spent) = (0, Duration.zero)
        repeat {
            for _ in 0..<100 { isRight = part.run() && isRight }
            runs += 100
            spent = ContinuousClock.now - start
        } while spent < time
        return spent / .nanoseconds(1) / Double(runs)
    }

    /// The fewest of some runs, because a run may be the run at which an array or a table grows.
    private static func allocated(by part: MicroPart) -> Int? {
        let runs = (0..<100).compactMap { _ -> Int? in
            let before = AllocatedBytes.now
            _ = part.run()
            guard let before, let after = AllocatedBytes.now else { return nil }
            return Int(after - before)
        }
        return runs.min()
    }
}

/// The bytes that this thread has ever allocated, as jemalloc counts them.
///
/// Unlike a time, the count is the same on every machine and beside every load.
enum AllocatedBytes {
    /// Nil in a process without jemalloc.
    static var now: UInt64? {
        var bytes: UInt64 = 0
        return process_count_allocated(&bytes) ? bytes : nil
    }
}
