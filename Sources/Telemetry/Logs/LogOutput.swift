import Glibc
import Synchronization

/// Where log lines go: many threads write whole lines to a file descriptor, and never wait for its reader.
///
/// A slow reader, a full pipe or a halted terminal costs log lines and never holds up the service. The output counts
/// the lost lines, and writes their number before the next line that it can write.
package final class LogOutput: Sendable {
    private struct State {
        /// The end of a line whose beginning has been written.
        var rest: ArraySlice<UInt8> = []
        /// How many lines were lost since the last written line.
        var unsaid = 0
    }

    private let descriptor: LogDescriptor
    private let state = Mutex(State())
    private let dropped = Atomic<Int>(0)

    /// Writes to a descriptor; the caller still owns and closes it.
    package init(descriptor: Int32) {
        self.descriptor = LogDescriptor(descriptor)
    }

    package static let standardError = LogOutput(descriptor: STDERR_FILENO)

    /// How many lines could not be written, for example because the pipe's reader has stopped or the disk is full.
    package var droppedLines: Int { dropped.load(ordering: .relaxed) }

    /// Writes the line, which ends with a line feed, or drops it.
    ///
    /// `note` makes the line that says how many earlier lines were lost.
    func write(_ line: [UInt8], note: (Int) -> [UInt8]) {
        let isWritten = state.withLock { state in
            state.rest = descriptor.write(state.rest)
            if state.unsaid > 0, begin(note(state.unsaid), in: &state) { state.unsaid = 0 }
            guard begin(line, in: &state) else {
                state.unsaid += 1
                return false
            }
            return true
        }
        if !isWritten { dropped.add(1, ordering: .relaxed) }
    }

    /// Writes as much of the line as the descriptor takes; false when it takes no byte.
    ///
    /// The output keeps the rest of a line that it has begun. Until this rest is written, it drops later lines.
    private func begin(_ line: [UInt8], in state: inout State) -> Bool {
        guard state.rest.isEmpty else { return false }
        let rest = descriptor.write(line[...])
        guard rest.count < line.count else { return false }
        state.rest = rest
        return true
    }
}
