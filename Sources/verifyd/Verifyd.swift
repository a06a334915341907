import ArgumentParser
import Assembly
import CProcess
import Foundation
import Glibc
import PhoneNumbers

/// The program: commands that run the services, and commands for operators.
@main
struct Verifyd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verifyd",
        abstract: "Verifies phone numbers by SMS, on your own RabbitMQ and PostgreSQL.",
        discussion: """
            \(ExitStatus.words)

            `verifyd help COMMAND` tells more of a command; Sources/verifyd/verifyd.docc/Commands.md tells of all together.
            """,
        version: "\(ProgramVersion.current)\nnumbering plan \(NumberingPlan.builtIn.words)",
        subcommands: [
            ServeCommand.self, APICommand.self, WorkerCommand.self, DashboardCommand.self, IdentityCommand.self,
            MigrateCommand.self, RestoredCommand.self, DoctorCommand.self, AppsCommand.self, KeysCommand.self,
            ProjectsCommand.self,
            SigningKeysCommand.self, TextsCommand.self, TestNumbersCommand.self, LimitsCommand.self,
            BlocksCommand.self,
            VerificationsCommand.self, QueuesCommand.self, WorkersCommand.self, GatewaysCommand.self,
            OperatorsCommand.self, AuditCommand.self, SandboxCommand.self, SettingsCommand.self, BenchCommand.self,
            CompletionsCommand.self,
        ])

    /// Runs the command that the arguments name.
    ///
    /// A command may find a mistake only when it runs, for example an app that does not exist. Then the program prints
    /// the message alone. ArgumentParser would add the usage of the whole program, which does not help here.
    static func main() async {
        ProcessTraits.set()
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            guard let status = ExitStatus(error) else { exit(withError: error) }
            let words = (error as? ValidationError)?.message ?? "\(error)"
            FileHandle.standardError.write(Data("Error: \(words)\n".utf8))
            exit(withError: status.code)
        }
    }
}

struct CompletionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions", abstract: "Print a script with which a shell completes commands and options.",
        discussion: """
            For this user, and from the next shell on:

              verifyd completions bash > ~/.local/share/bash-completion/completions/verifyd
              verifyd completions zsh > ~/.zfunc/_verifyd     # a folder of fpath
              verifyd completions fish > ~/.config/fish/completions/verifyd.fish
            """)

    /// The shells that ArgumentParser writes scripts for.
    enum Shell: String, ExpressibleByArgument, CaseIterable {
        case bash, zsh, fish
    }

    @Argument(help: "bash, zsh or fish.")
    var shell: Shell

    func run() {
        let shell: CompletionShell =
            switch shell {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        print(Verifyd.completionScript(for: shell))
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
