import ArgumentParser

/// The one binary: services to run, and commands to look after them.
@main
struct Verifyd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verifyd",
        abstract: "Verifies phone numbers by SMS, on your own RabbitMQ and PostgreSQL.",
        subcommands: [
            ServeCommand.self, APICommand.self, WorkerCommand.self, MigrateCommand.self, DoctorCommand.self,
            AppsCommand.self, KeysCommand.self, TextsCommand.self, TestNumbersCommand.self, VerificationsCommand.self,
            QueuesCommand.self, SettingsCommand.self, BenchCommand.self,
        ])
}
