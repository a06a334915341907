import ArgumentParser
import Assembly
import CProcess
import Foundation
import GatewayKit
import Glibc

/// The program `verifyd`, for an executable of one's own that knows more kinds of gateway.
///
/// The whole of such an executable, with a provider `ExampleSMS`:
///
/// ```swift
/// await Verifyd.main(providers: Verifyd.builtInProviders + [ExampleSMS.self])
/// ```
public enum Verifyd {
    /// The kinds of gateway that the settings may name while a command runs.
    @TaskLocal static var providers = GatewayProviders.builtIn

    /// The kinds of gateway of this package.
    public static var builtInProviders: [any GatewayProvider.Type] { GatewayProviders.builtIn.all }

    /// Runs the command that the arguments name, and ends the process unless it is done.
    ///
    /// A command may find a mistake only when it runs, for example an app that does not exist. Then the program prints
    /// the message alone. ArgumentParser would add the usage of the whole program, which does not help here.
    ///
    /// `providers`: the kinds of gateway that `gateway.kind` may name. Of two with the same kind the later one counts.
    public static func main(providers: [any GatewayProvider.Type] = builtInProviders) async {
        ProcessTraits.set()
        await $providers.withValue(GatewayProviders(providers)) {
            do {
                var command = try RootCommand.parseAsRoot()
                if var command = command as? any AsyncParsableCommand {
                    try await command.run()
                } else {
                    try command.run()
                }
            } catch {
                guard let status = ExitStatus(error) else { RootCommand.exit(withError: error) }
                let words = (error as? ValidationError)?.message ?? "\(error)"
                FileHandle.standardError.write(Data("Error: \(words)\n".utf8))
                RootCommand.exit(withError: status.code)
            }
        }
    }
}

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
