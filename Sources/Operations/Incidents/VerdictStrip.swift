import VerificationCore

/// The last 24 hours in quarters of an hour, each with the gravest incident in it.
package struct VerdictStrip: Sendable, Hashable {
    /// How many quarters it shows; the newest is not over.
    package static let length = 96
    private static let step = Duration.seconds(900)

    /// A quarter of an hour.
    package struct Cell: Sendable, Hashable {
        package let beginsAt: Timestamp
        /// Nil where no incident is known: dashboards saw none, or no dashboard looked.
        package let level: Incident.Level?
    }

    /// The oldest first.
    package let cells: [Cell]

    package init(_ incidents: [Incident], at now: Timestamp) {
        let end = Timestamp(seconds: (now.microseconds / 900_000_000 + 1) * 900)
        cells = (0..<Self.length).map { place in
            let beginsAt = end - Self.step * (Self.length - place)
            let levels = incidents.filter { incident in
                incident.beganAt < beginsAt + Self.step && incident.lastSeenAt >= beginsAt
            }.map(\.worst.level)
            return Cell(beginsAt: beginsAt, level: levels.max())
        }
    }

    /// How far it looks back.
    package static let span = step * length

    /// In how many quarters the gravest incident had this level.
    package func count(of level: Incident.Level) -> Int { cells.count { $0.level == level } }
}
