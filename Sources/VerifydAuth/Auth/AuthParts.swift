/// What an ``Auth`` is made of, once it is configured.
struct AuthParts: Sendable {
    let server: IdentityServer
    let current: CurrentUser
    let verification: AppVerification

    init(_ configuration: AuthConfiguration, language: Guarded<String?>, settings: AuthSettings) throws {
        server = IdentityServer(configuration: configuration, language: language, time: .system)
        current = CurrentUser(server: server, store: configuration.store ?? MemoryAuthStore())
        verification = AppVerification(server: server, providers: configuration.proofs ?? [], settings: settings)
    }
}
