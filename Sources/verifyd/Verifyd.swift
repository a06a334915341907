import ArgumentParser
import Assembly
import Foundation

/// The program: commands that run the services, and commands for operators.
@main
struct Verifyd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verifyd",
        abstract: "Verifies phone numbers by SMS, on your own RabbitMQ and PostgreSQL.",
        discussion: """
            Exit status: 0 when all is done; 1 when a setting is wrong, a service does not answer, or `doctor` or `bench` \
            has found something; 64 when a command is used wrongly or names what is not there.
            """,
        version: ProgramVersion.current,
        subcommands: [
            ServeCommand.self, APICommand.self, WorkerCommand.self, DashboardCommand.self, MigrateCommand.self,
            DoctorCommand.self,
            AppsCommand.self, KeysCommand.self, TextsCommand.self, TestNumbersCommand.self, LimitsCommand.self,
            BlocksCommand.self,
            VerificationsCommand.self, QueuesCommand.self, WorkersCommand.self, GatewaysCommand.self,
            OperatorsCommand.self, AuditCommand.self, SandboxCommand.self, SettingsCommand.self, BenchCommand.self,
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
        } catch let mistake as ValidationError {
            FileHandle.standardError.write(Data("Error: \(mistake.message)\n".utf8))
            exit(withError: ExitCode.validationFailure)
        } catch {
            exit(withError: error)
        }
    }
}
