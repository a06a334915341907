import ArgumentParser
import Foundation

/// The one binary: services to run, and commands to look after them.
@main
struct Verifyd: AsyncParsableCommand {
    /// Of the next release; no release has been made yet.
    private static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "verifyd",
        abstract: "Verifies phone numbers by SMS, on your own RabbitMQ and PostgreSQL.",
        discussion: """
            Exit status: 0 when all is done; 1 when a setting is wrong, a service does not answer, or `doctor` or `bench` \
            has found something; 64 when a command is used wrongly or names what is not there.
            """,
        version: version,
        subcommands: [
            ServeCommand.self, APICommand.self, WorkerCommand.self, MigrateCommand.self, DoctorCommand.self,
            AppsCommand.self, KeysCommand.self, TextsCommand.self, TestNumbersCommand.self, LimitsCommand.self,
            VerificationsCommand.self, QueuesCommand.self, SettingsCommand.self, BenchCommand.self,
        ])

    /// Runs the command that the arguments name.
    ///
    /// A mistake that only running brought to light, such as an app that does not exist, is printed alone. The usage that
    /// the library would add is that of the whole program, and does not help.
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
