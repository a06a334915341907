import Glibc

/// A second descriptor for a connection's socket, closed when the last user is gone.
///
/// librabbitmq closes its own descriptor inside calls that time out, and the number may then belong to somebody else.
/// This one stays ours: what watches the socket and what cuts it never meets a stranger.
final class SharedSocket: Sendable {
    let descriptor: Int32

    /// Nil when the process has no descriptor left.
    init?(duplicating original: Int32) {
        descriptor = fcntl(original, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { return nil }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Ends the connection for both sides at once, whoever still holds a descriptor.
    func cut() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Sends each element with `send`; of several the kernel makes full packets, which saves the broker wake-ups.
    func gathering<Element, Failure: Error>(
        _ elements: [Element], _ send: (Element) throws(Failure) -> Void
    ) throws(Failure) {
        if elements.count > 1 { setCork(1) }
        defer { if elements.count > 1 { setCork(0) } }
        for element in elements { try send(element) }
    }

    private func setCork(_ value: Int32) {
        var value = value
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_CORK, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}
