import CProcess
import Glibc

/// What the process tells the operating system of itself before it does anything else.
enum ProcessTraits {
    /// Keeps what is in memory to itself, and lets the log's reader and many connections come and go.
    ///
    /// An operator who sets `SWIFT_BACKTRACE` looks for a bug: then a crash is traced, and may be dumped.
    static func set() {
        if getenv("SWIFT_BACKTRACE") == nil {
            forbidBacktraces()
            // Memory holds keys, codes and numbers, and the environment holds keys and passwords.
            _ = process_forbid_dumps()
        }
        // The reader of the log may end before verifyd: a write to a closed pipe is an error like any other.
        signal(SIGPIPE, SIG_IGN)
        raiseDescriptorLimit()
    }

    /// A backtrace would be printed between the lines of the log, with the memory that registers point at.
    private static func forbidBacktraces() {
        for number in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP] { signal(number, SIG_DFL) }
    }

    /// Each connection takes a descriptor, and the usual 1,024 are for programs that were written for `select`.
    private static func raiseDescriptorLimit() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
