import Connections

extension ConnectionLoop {
    /// Waits on the shared loop; less long when the task is cancelled.
    @Sendable static func rest(for pause: Duration) async { try? await sleep(for: pause) }
}
