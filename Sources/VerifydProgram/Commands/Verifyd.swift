import ArgumentParser
import Assembly
import Foundation
import GatewayKit

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
