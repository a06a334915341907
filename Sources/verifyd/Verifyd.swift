import ArgumentParser
import Assembly
import Foundation
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
