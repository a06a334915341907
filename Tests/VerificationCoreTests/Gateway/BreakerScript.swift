import Testing
import VerificationCore

/// A breaker and its time, moved by a test.
struct BreakerScript {
    var breaker = Breaker(gateway: "main")
    private(set) var now: Duration = .zero
    let jitter: Double

    init(jitter: Double = 0) { self.jitter = jitter }

    /// A breaker that five failures have opened.
    static func opened() -> BreakerScript {
        var script = BreakerScript()
        for _ in 0..<5 { script.call(.unknown(reason: "lost")) }
        return script
    }

    var standing: GatewayStanding { breaker.standing(at: now) }
    var notice: BreakerNotice? { breaker.notice(at: now) }

    mutating func pass(_ span: Duration) { now += span }

    /// The number of a call that the breaker takes for a trial.
    mutating func trial() throws -> UInt64 {
        let trial = breaker.begin()
        return try #require(trial)
    }

    mutating func report(_ outcome: SendOutcome, took: Duration = .zero, trial: UInt64? = nil) {
        breaker.report(outcome, took: took, trial: trial, at: now) { jitter }
    }

    /// A whole call, which takes no time.
    mutating func call(_ outcome: SendOutcome, after span: Duration = .zero) {
        pass(span)
        let trial = breaker.begin()
        report(outcome, trial: trial)
    }
}
