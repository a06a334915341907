import Glibc

/// A second descriptor for the socket of a C library's connection, closed when its last user is gone.
///
/// The library closes its own descriptor whenever it likes, and the system may then give the number to another socket.
/// The number of this descriptor stays ours, so whatever watches or cuts the socket never meets a stranger.
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

    /// Ends the connection for both sides at once, whatever other descriptors it has.
    package func cut() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }
}
