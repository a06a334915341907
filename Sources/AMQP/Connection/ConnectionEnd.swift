/// How a connection came to its end.
enum ConnectionEnd: Sendable {
    /// This side closed it, or cut it when closing took too long.
    case closed
    /// `wasOpen` distinguishes a connection that was lost from a connection that could not be made.
    case failed(AMQPError, wasOpen: Bool)

    var failure: AMQPError? {
        switch self {
        case .closed: nil
        case .failed(let error, wasOpen: _): error
        }
    }
}
