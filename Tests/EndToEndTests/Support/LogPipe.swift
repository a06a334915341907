import Foundation

/// A pipe that a child process writes its log to.
///
/// A thread reads it. A `FileHandle` with a handler for new data would need no thread. But it may close its descriptor
/// while Dispatch still uses it, and by then the number can belong to another file.
struct LogPipe {
    private let pipe = Pipe()
    /// The thread takes it before it reads on; `pause` keeps it.
    private let reading = DispatchSemaphore(value: 1)

    var writing: FileHandle { pipe.fileHandleForWriting }

    /// Leaves the writing to the child, and hands over what it writes until no process can write any more.
    func follow(_ take: @escaping @Sendable (Data) -> Void) throws {
        try pipe.fileHandleForWriting.close()
        let (input, reading) = (pipe.fileHandleForReading, reading)
        Thread.detachNewThread {
            while case let data = input.availableData, !data.isEmpty {
                take(data)
                reading.wait()
                reading.signal()
            }
        }
    }

    /// Stops the reading until `resume`, after at most one more piece.
    func pause() { reading.wait() }

    func resume() { reading.signal() }
}
