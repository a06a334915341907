import ArgumentParser
import Assembly

struct IdentityCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "identity", abstract: "Run the surface for apps with Firebase's SDKs alone.",
        discussion: """
            It serves the projects of `verifyd projects set`, at `identity.port`. With `identity.mode=emulator` it serves \
            what the SDKs do after `useEmulator`; otherwise apps need keys of `verifyd keys add --scope client`.
            """)

    @OptionGroup var sources: SettingsOptions

    func run() async throws {
        try await VerifydProcess([.identity], try await Settings(sources), name: "verifyd-identity").run()
    }
}
