import ArgumentParser
import Assembly
import PhoneNumbers

/// Commands that run the services, and commands for operators.
struct RootCommand: AsyncParsableCommand {
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
        print(RootCommand.completionScript(for: shell))
    }
}
