/// How much of a body a surface reads, and for how long.
package struct BodyLimits: Sendable {
    package let kibibytes: Int
    /// Counted from when the call begins to read the body, and checked each time a further part of the body arrives.
    ///
    /// While no part arrives, nothing checks it, and `KeepAlive.withinCall` ends the connection.
    package let time: Duration

    package init(kibibytes: Int, time: Duration = .seconds(10)) {
        self.kibibytes = kibibytes
        self.time = time
    }

    var bytes: Int { kibibytes * 1_024 }
}
