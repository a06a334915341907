import Foundation

/// A pipe that a child process writes its log to.
///
/// A thread reads it. A `FileHandle` with a handler for new data would need no thread. But it may close its descriptor
/// while Dispatch still uses it, and by then the number can belong to another file.
struct LogPipe {
    private let pipe = Pipe()
    /// The thread takes it before it reads on; `pause` keeps it.
    private let reading = DispatchSemaphore(value: 1)
    /// The thread gives it when it has read everything.
    private let end = DispatchSemaphore(value: 0)

    var writing: FileHandle { pipe.fileHandleForWriting }

    /// Leaves the writing to the child, and hands over what it writes until no process can write any more.
    func follow(_ take: @escaping @Sendable (Data) -> Void) throws {
        try pipe.fileHandleForWriting.close()
        let (input, reading, end) = (pipe.fileHandleForReading, reading, end)
        Thread.detachNewThread {
            while case let data = input.availableData, !data.isEmpty {
                take(data)
                reading.wait()
                reading.signal()
            }
            end.signal()
        }
    }

    /// Returns when everything is read, or when `limit` is over: a child of the child may hold the pipe for longer.
    func waitForEnd(_ limit: DispatchTimeInterval = .seconds(5)) {
        _ = end.wait(timeout: .now() + limit)
    }

    /// Stops the reading until `resume`, after at most one more piece.
    func pause() { reading.wait() }

    func resume() { reading.signal() }
}
