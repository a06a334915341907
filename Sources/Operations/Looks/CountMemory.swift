import VerificationCore

/// What looks have shown that the counts of a few minutes cannot tell: what has ended, and what has not.
package struct CountMemory: Sendable, Hashable {
    /// The gateways that have been seen to work, and whose calls have not failed since.
    ///
    /// Without them an old fault would come back as soon as a gateway gets few calls, for example while a queue is paused.
    package internal(set) var mended: Set<String>
    /// When the endpoint of an app was seen to fail last; the app has been told nothing since.
    ///
    /// Its next try may be an hour away, and meanwhile nothing is counted.
    package internal(set) var untold: [String: Timestamp]
    /// When it was last told of a look.
    var lookedAt: Timestamp?

    package init(mended: Set<String> = [], untold: [String: Timestamp] = [:]) {
        (self.mended, self.untold) = (mended, untold)
    }
}
