import Foundation

/// A pipe that a child process writes its log to.
///
/// A thread reads it. A `FileHandle` with a handler for what arrives would need none, but may close its descriptor before
/// Dispatch has let go of it, and by then the number can be somebody else's.
struct LogPipe {
    private let pipe = Pipe()
    /// Taken by whoever reads, or keeps others from it.
    private let reading = DispatchSemaphore(value: 1)

    var writing: FileHandle { pipe.fileHandleForWriting }

    /// Leaves the writing to the child, and hands over what it writes until nobody can write any more.
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

    /// From now on nobody reads but for one piece more, until `resume`.
    func pause() { reading.wait() }

    func resume() { reading.signal() }
}
