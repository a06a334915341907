import CProcess
import Glibc

/// What the operating system is told of this process before it does anything.
enum ProcessTraits {
    /// Keeps what is in memory to itself, and lets the log's reader and many connections come and go.
    ///
    /// With `SWIFT_BACKTRACE` set somebody looks for a bug: then crashes are traced and may be dumped as they ask.
    static func set() {
        if getenv("SWIFT_BACKTRACE") == nil {
            forbidBacktraces()
            // Memory holds keys, codes and numbers; the environment, which others could read as well, keys and passwords.
            _ = process_forbid_dumps()
        }
        // Who reads the log may end; a write to a closed pipe is an error like any other.
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
