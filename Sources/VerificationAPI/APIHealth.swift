/// What the health and metrics endpoints ask.
package struct APIHealth: Sendable {
    package let readiness: [ReadinessCheck]
    /// Whether everything that comes before the first request is done.
    package let hasStarted: @Sendable () -> Bool
    /// The text of `/metrics`, in Prometheus' format.
    package let metricsText: @Sendable () -> [UInt8]

    package init(
        readiness: [ReadinessCheck], hasStarted: @escaping @Sendable () -> Bool = { true },
        metricsText: @escaping @Sendable () -> [UInt8] = { [] }
    ) {
        self.readiness = readiness
        self.hasStarted = hasStarted
        self.metricsText = metricsText
    }
}

/// One dependency as `/readyz` lists it.
package struct ReadinessCheck: Sendable {
    package let name: String
    /// Whether this process should get no requests while the dependency is away.
    ///
    /// The database need not be: without it new verifications are still accepted, and a load balancer that takes every
    /// instance away would break that.
    package let isRequired: Bool
    /// Answers in bounded time, and does not throw.
    package let isWell: @Sendable () async -> Bool

    package init(_ name: String, isRequired: Bool = true, isWell: @escaping @Sendable () async -> Bool) {
        self.name = name
        self.isRequired = isRequired
        self.isWell = isWell
    }
}
