import Dispatch

extension Duration {
    /// The same span for Dispatch, which counts nanoseconds in 64 bits: centuries become the longest that it can say.
    package var timeInterval: DispatchTimeInterval {
        let (seconds, attoseconds) = components
        let (whole, isTooLong) = Int(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflows) = whole.addingReportingOverflow(Int(attoseconds / 1_000_000_000))
        return .nanoseconds(isTooLong || overflows ? (seconds < 0 ? .min : .max) : sum)
    }
}

extension DispatchTime {
    /// The same moment on Dispatch's clock; now, if it has passed.
    package static func at(_ instant: ContinuousClock.Instant) -> DispatchTime {
        .now() + max(.zero, instant - .now).timeInterval
    }
}
