import NIOCore

extension TimeAmount {
    /// At most an hour, at least nothing: event loops count nanoseconds in 64 bits and do not check sums.
    ///
    /// The alarm of a session that fires early is set again, and no pause is longer.
    init(bounded span: Duration) {
        self.init(min(max(span, .zero), .seconds(3_600)))
    }
}
