import Glibc

/// Writes to a file descriptor without ever waiting for the reader on the other side.
final class LogDescriptor: Sendable {
    private enum Way {
        /// A file, to which a write never waits, or a pipe or terminal that was opened anew and marked not to wait.
        case direct(Int32)
        case socket(Int32)
        /// A pipe or terminal that could not be opened anew. `poll` asks it for room before each write.
        ///
        /// If another process writes to it between the two, the write may wait.
        case asked(Int32)
    }

    private let way: Way
    private let isOurs: Bool

    /// Takes a descriptor that stays the caller's to close.
    ///
    /// A pipe and a terminal are opened anew. All processes that share the inherited description, for example the shell
    /// and another worker, would share its mark "do not wait" as well.
    init(_ descriptor: Int32) {
        var status = stat()
        let kind = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : S_IFREG
        let mayWait = kind == S_IFIFO || kind == S_IFCHR
        let own = mayWait ? open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1
        isOurs = own >= 0
        way =
            kind == S_IFSOCK
            ? .socket(descriptor) : isOurs ? .direct(own) : mayWait ? .asked(descriptor) : .direct(descriptor)
    }

    deinit {
        if isOurs, case .direct(let own) = way { close(own) }
    }

    /// Writes what can be written now, and returns the rest.
    func write(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = bytes
        while !rest.isEmpty {
            let written = writeSome(rest)
            if written > 0 { rest = rest.dropFirst(written) } else if written == 0 || errno != EINTR { break }
        }
        return rest
    }

    private func writeSome(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.withUnsafeBytes { bytes in
            switch way {
            case .direct(let descriptor):
                return Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            case .socket(let descriptor):
                return send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
            case .asked(let descriptor):
                var question = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                guard poll(&question, 1, 0) == 1 else { return 0 }
                // A pipe that has room at all has room for so many bytes.
                return Glibc.write(descriptor, bytes.baseAddress, min(bytes.count, Int(PIPE_BUF)))
            }
        }
    }
}
