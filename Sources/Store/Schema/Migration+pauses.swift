import PostgreSQL

extension Migration {
    /// Lets a pause of a queue end by itself.
    ///
    /// A worker that does not know the step follows such a pause until the row is gone. A dashboard that knows the step
    /// removes it within seconds after the end.
    static let pausesWithAnEnd = Migration(
        version: 23, name: "pausesWithAnEnd", isAdditive: true,
        statements: [
            // Null for a pause that lasts until an operator resumes the queue, as every pause of before.
            "alter table queue_pause add column until timestamptz"
        ])
}
