import Dispatch

extension Duration {
    /// The same span for Dispatch, which counts nanoseconds in 64 bits.
    ///
    /// A span of more than 292 years becomes the longest span that Dispatch can hold.
    package var timeInterval: DispatchTimeInterval {
        let (seconds, attoseconds) = components
        let (whole, isTooLong) = Int(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflows) = whole.addingReportingOverflow(Int(attoseconds / 1_000_000_000))
        return .nanoseconds(isTooLong || overflows ? (seconds < 0 ? .min : .max) : sum)
    }
}

extension DispatchTime {
    /// The same moment on Dispatch's clock; a moment that has passed becomes now.
    package static func at(_ instant: ContinuousClock.Instant) -> DispatchTime {
        .now() + max(.zero, instant - .now).timeInterval
    }
}
