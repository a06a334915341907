import GatewayKit

extension SandboxGateway: GatewayProvider {
    package static let kind = "sandbox"

    package static let settings: [any DeclaredSetting] = []

    package static let trialNote: String? = "nothing is really sent"

    package static func make(
        from values: GatewayValues, in context: GatewayContext
    ) throws(SettingsProblem) -> any ConnectedGateway {
        SandboxGateway(
            name: context.name, provider: SandboxProvider(inbox: SandboxInbox(), now: context.now),
            receipts: context.receive)
    }

    package static func receipts(with values: GatewayValues) throws(SettingsProblem) -> ReceiptSource {
        .none(because: "a sandbox tells them only when its behaviour asks for them")
    }
}

extension SandboxGateway: ConnectedGateway {
    /// It is in this process.
    package func probe(within limit: Duration) async -> GatewayProbe { .answers(Self.trialNote ?? "") }
}
