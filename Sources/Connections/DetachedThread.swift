import CEpoll
import Glibc

/// Starts threads that belong to neither Swift's pool nor Dispatch.
enum DetachedThread {
    private final class Start: Sendable {
        let label: String
        let body: @Sendable () -> Void

        init(_ label: String, _ body: @escaping @Sendable () -> Void) {
            self.label = label
            self.body = body
        }
    }

    /// Runs `body` on a thread that ends after it; false when the process has no thread left.
    ///
    /// `label`: the name of the thread in debuggers; 15 bytes are shown.
    static func start(label: String, _ body: @escaping @Sendable () -> Void) -> Bool {
        let start = Unmanaged.passRetained(Start(label, body))
        var thread = pthread_t()
        guard pthread_create(&thread, nil, main, start.toOpaque()) == 0 else {
            start.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
        guard let argument else { return nil }
        let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
        epoll_name_thread(start.label)
        start.body()
        return nil
    }
}
