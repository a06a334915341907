import Glibc
import Synchronization

/// Where log lines go: a file descriptor that many threads write whole lines to, without ever waiting.
///
/// A slow reader, a full pipe or a halted terminal costs log lines and never holds up the service. Lost lines are
/// counted, and their number is written before the next line that can be written.
package final class LogOutput: Sendable {
    private struct State {
        /// The end of a line whose beginning has been written.
        var rest: ArraySlice<UInt8> = []
        /// Lines that were lost since the last that was written.
        var unsaid = 0
    }

    private let descriptor: LogDescriptor
    private let state = Mutex(State())
    private let dropped = Atomic<Int>(0)

    /// Writes to a descriptor that stays the caller's to close.
    package init(descriptor: Int32) {
        self.descriptor = LogDescriptor(descriptor)
    }

    package static let standardError = LogOutput(descriptor: STDERR_FILENO)

    /// Lines that could not be written, for example because the pipe's reader has stopped or the disk is full.
    package var droppedLines: Int { dropped.load(ordering: .relaxed) }

    /// Writes the bytes, which end in their own line feed, or drops them.
    ///
    /// `note` makes the line that tells how many lines before this one were lost.
    func write(_ line: [UInt8], note: (Int) -> [UInt8]) {
        let isWritten = state.withLock { state in
            state.rest = descriptor.write(state.rest)
            if state.unsaid > 0, begin(note(state.unsaid), &state) { state.unsaid = 0 }
            guard begin(line, &state) else {
                state.unsaid += 1
                return false
            }
            return true
        }
        if !isWritten { dropped.add(1, ordering: .relaxed) }
    }

    /// Once the first byte of a line is written, its rest is kept; until the rest is written, later lines are dropped.
    private func begin(_ line: [UInt8], _ state: inout State) -> Bool {
        guard state.rest.isEmpty else { return false }
        let rest = descriptor.write(line[...])
        guard rest.count < line.count else { return false }
        state.rest = rest
        return true
    }
}
