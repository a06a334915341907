import Glibc

/// A second descriptor for the socket of a C library's connection, closed when its last user is gone.
///
/// The library may close its own descriptor at any time, and the system may then give that number to another socket.
/// This descriptor keeps its number until it is closed here. So a watch or a cut never reaches another socket.
package final class SharedSocket: Sendable {
    package let descriptor: Int32

    /// Nil when the process has no descriptor left, or `original` is not open.
    package init?(duplicating original: Int32) {
        descriptor = fcntl(original, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { return nil }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Shuts the socket down in both directions at once, also for the library's own descriptor.
    package func cut() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }
}
