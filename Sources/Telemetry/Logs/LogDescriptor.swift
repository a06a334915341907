import Glibc

/// Writes to a file descriptor, and never waits for the reader on the other side.
final class LogDescriptor: Sendable {
    private enum Way {
        /// A file, to which a write never waits; or a pipe or terminal that was opened again, with the mark "do not
        /// wait".
        case direct(Int32)
        case socket(Int32)
        /// A pipe or terminal that could not be opened again; `poll` asks it for room before each write.
        ///
        /// If another process writes to it after the question and before the write, the write may wait.
        case asked(Int32)
    }

    private let way: Way
    private let isOurs: Bool

    /// Takes a descriptor; the caller still owns and closes it.
    ///
    /// A pipe or terminal is opened again, so that only this process has the mark "do not wait". A mark on the
    /// inherited description would also hold for other processes that share it, for example the shell and another
    /// worker.
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
                // When `poll` finds room in a pipe, then at least `PIPE_BUF` bytes fit without waiting.
                return Glibc.write(descriptor, bytes.baseAddress, min(bytes.count, Int(PIPE_BUF)))
            }
        }
    }
}
