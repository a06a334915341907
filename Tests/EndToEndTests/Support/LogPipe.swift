import Foundation

/// A pipe that a child process writes its log to.
///
/// A thread reads it. A `FileHandle` with a handler for what arrives would need none, but may close its descriptor before
/// Dispatch has let go of it, and by then the number can be somebody else's.
struct LogPipe {
    private let pipe = Pipe()

    var writing: FileHandle { pipe.fileHandleForWriting }

    /// Leaves the writing to the child, and hands over what it writes until nobody can write any more.
    func follow(_ take: @escaping @Sendable (Data) -> Void) throws {
        try pipe.fileHandleForWriting.close()
        let reading = pipe.fileHandleForReading
        Thread.detachNewThread {
            while case let data = reading.availableData, !data.isEmpty { take(data) }
        }
    }
}
