/// What happens to a message of the queue.
package enum SpanOperation: String, Sendable {
    case publish, process

    /// The word by which tracing systems know it in all queues.
    package var type: String {
        switch self {
        case .publish: "send"
        case .process: "process"
        }
    }
}
