import Glibc

/// A port of this machine where connections are refused, or where they are taken and never answered.
final class SilentPort: Sendable {
    struct Unavailable: Error {}

    let number: UInt16
    private let descriptor: Int32

    init(listening: Bool, address text: String = "127.0.0.1", number wanted: UInt16 = 0) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr(text)
        address.sin_port = wanted.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        self.descriptor = descriptor
        number = UInt16(bigEndian: address.sin_port)
        guard isBound, !listening || listen(descriptor, 64) == 0 else { throw Unavailable() }
    }

    /// How many have connected since this was asked last.
    func takeCallers() -> Int {
        var count = 0
        while true {
            var watch = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&watch, 1, 0) == 1 else { return count }
            let caller = accept(descriptor, nil, nil)
            guard caller >= 0 else { return count }
            close(caller)
            count += 1
        }
    }

    deinit { close(descriptor) }
}
