import NIOCore

/// A load whose requests are sent at set times.
protocol PacedLoad: Sendable {
    /// Sends the request with this number; they come in order.
    func send(_ number: Int, dueAt: NIODeadline)

    /// Whether nothing is under way.
    var isDone: Bool { get }

    /// A number that changes whenever something has happened.
    var progress: Int { get }

    /// What happened since the last call of this function.
    func takeSecond(at time: Double) -> Timeline.Point
}
