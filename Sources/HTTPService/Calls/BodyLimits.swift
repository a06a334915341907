/// How much of a body a surface reads, and for how long.
package struct BodyLimits: Sendable {
    package let kibibytes: Int
    /// From the first byte on; while no byte comes at all, `ServerLimits.idle` ends the connection.
    package let time: Duration

    package init(kibibytes: Int, time: Duration = .seconds(10)) {
        self.kibibytes = kibibytes
        self.time = time
    }

    var bytes: Int { kibibytes * 1_024 }
}
