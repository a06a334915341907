/// What an ``Auth`` is made of, once it is configured.
struct AuthParts: Sendable {
    let server: IdentityServer
    let current: CurrentUser
    let verification: AppVerification
    /// The verification ID of the last code.
    let memory: VerificationMemory

    init(
        _ configuration: AuthConfiguration, language: Guarded<String?>, settings: AuthSettings,
        listeners: StateListeners
    ) throws {
        let configuration = try configuration.validated()
        let store = OrderedStore(configuration.store ?? Self.platformStore())
        server = IdentityServer(configuration: configuration, language: language, time: .system)
        current = CurrentUser(server: server, store: store, listeners: listeners)
        verification = AppVerification(server: server, store: store, settings: settings)
        memory = VerificationMemory(store: store, configuration: configuration, time: server.time)
    }

    private static func platformStore() -> any AuthStore {
        #if canImport(Security)
            KeychainAuthStore()
        #else
            FileAuthStore()
        #endif
    }
}
