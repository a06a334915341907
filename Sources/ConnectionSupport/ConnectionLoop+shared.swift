import Synchronization

extension ConnectionLoop {
    private static let known = Mutex<ConnectionLoop?>(nil)

    /// The loop for everything in this process that never blocks its thread: made at the first call, and never ended.
    ///
    /// Nil when the process had no descriptor or no thread left for it; the next call tries again.
    package static var shared: ConnectionLoop? {
        known.withLock { known in
            if known == nil { known = ConnectionLoop(label: "connections") }
            return known
        }
    }
}
