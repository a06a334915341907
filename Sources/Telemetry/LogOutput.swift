import Glibc
import Synchronization

/// Where log lines go: a file descriptor that many threads write whole lines to.
package final class LogOutput: Sendable {
    /// Held while a line is written, so that a line which takes several writes is not cut by another.
    private let descriptor: Mutex<Int32>
    private let dropped = Atomic<Int>(0)

    /// Writes to a descriptor that stays the caller's to close.
    package init(descriptor: Int32) {
        self.descriptor = Mutex(descriptor)
    }

    package static let standardError = LogOutput(descriptor: STDERR_FILENO)

    /// Lines that could not be written, for example because the disk is full: the service goes on without them.
    package var droppedLines: Int { dropped.load(ordering: .relaxed) }

    /// Writes the bytes, which end in their own line feed.
    func write(_ line: [UInt8]) {
        let isWritten = descriptor.withLock { descriptor in
            line.withUnsafeBytes { bytes in
                var offset = 0
                while offset < bytes.count {
                    let written = Glibc.write(descriptor, bytes.baseAddress?.advanced(by: offset), bytes.count - offset)
                    if written > 0 { offset += written } else if written == 0 || errno != EINTR { return false }
                }
                return true
            }
        }
        if !isWritten { dropped.add(1, ordering: .relaxed) }
    }
}
