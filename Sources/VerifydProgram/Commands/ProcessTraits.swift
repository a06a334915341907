import CProcess
import Glibc

/// What the process asks of the operating system before it does anything else.
enum ProcessTraits {
    /// Forbids backtraces and dumps, ignores SIGPIPE, and allows as many open descriptors as it can.
    ///
    /// An operator who sets `SWIFT_BACKTRACE` looks for a bug, so backtraces and dumps stay allowed.
    static func set() {
        if getenv("SWIFT_BACKTRACE") == nil {
            forbidBacktraces()
            // Memory holds keys, codes and phone numbers; the environment holds keys and passwords.
            _ = process_forbid_dumps()
        }
        // The program that reads the log may end before verifyd. Then a write fails, and SIGPIPE does not end verifyd.
        signal(SIGPIPE, SIG_IGN)
        raiseDescriptorLimit()
    }

    /// Swift's runtime would print a backtrace into the log, with the memory that registers point at.
    private static func forbidBacktraces() {
        for number in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP] { signal(number, SIG_DFL) }
    }

    /// Each connection takes a descriptor; the usual limit of 1,024 exists for programs that call `select`.
    private static func raiseDescriptorLimit() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
