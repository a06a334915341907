import CProcess

/// The bytes that this thread has ever allocated, as jemalloc counts them.
///
/// Unlike a time, the count is the same on every machine and beside every load.
enum AllocatedBytes {
    /// Nil in a process without jemalloc.
    static var now: UInt64? {
        var bytes: UInt64 = 0
        return process_count_allocated(&bytes) ? bytes : nil
    }
}
