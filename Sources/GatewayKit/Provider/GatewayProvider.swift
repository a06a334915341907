/// Port: a kind of gateway, with its settings and its receipts.
///
/// All of a provider is said here, and verifyd asks for it: `verifyd.yaml` names the kind, the sources of settings take
/// the settings, and `verifyd doctor`, the pages and the route of receipts go by the rest. For example:
///
/// ```swift
/// extension ExampleSMS: GatewayProvider {
///     static let kind = "example"
///     static let token = Setting("token", .text, "the token of the account", isSecret: true)
///     static var settings: [any DeclaredSetting] { [token] }
///     …
/// }
/// ```
public protocol GatewayProvider: Sendable {
    /// What `gateway.kind` is for such a gateway: a name of small letters, digits and dashes.
    static var kind: String { get }

    /// The settings that such a gateway reads, by the last words of their names, in the order of their list.
    ///
    /// Every gateway has `kind`, `inFlight` and `perSecond` besides, so no setting may have these names. A name that
    /// another kind has too may stand for something else here.
    static var settings: [any DeclaredSetting] { get }

    /// How many calls of a gateway may be under way at once where the settings do not say it; 1,000 unless said otherwise.
    static var usualInFlight: Int { get }

    /// What `verifyd doctor` says of a kind that hands nothing to a provider; nil, as usual, for all other kinds.
    ///
    /// A gateway of such a kind ignores the settings of all kinds, so that it can take a real gateway's place for a trial.
    static var trialNote: String? { get }

    /// Makes a gateway.
    ///
    /// - Parameters:
    ///   - values: What the settings say of the gateway.
    ///   - context: What the gateway has from the process that it runs in.
    /// - Returns: A gateway that has no connection yet.
    /// - Throws: what is missing or cannot work, by the setting's name.
    static func make(
        from values: GatewayValues, in context: GatewayContext
    ) throws(SettingsError) -> any ConnectedGateway

    /// How the receipts of a gateway with these settings come; they do not come unless said otherwise.
    static func receipts(with values: GatewayValues) throws(SettingsError) -> ReceiptSource

    /// What is odd about settings that can be used, for example `secret is long`; nil for nothing.
    static func advice(on values: GatewayValues) throws(SettingsError) -> String?
}

extension GatewayProvider {
    /// That of every gateway whose kind does not say it.
    public static var usualInFlight: Int { GatewayContext.usualInFlight }

    /// Nil: messages really go to a provider.
    public static var trialNote: String? { nil }

    /// None: the provider reports nothing about a message that it has accepted.
    public static func receipts(with values: GatewayValues) throws(SettingsError) -> ReceiptSource {
        .none(because: "\(kind) does not report the status of an SMS")
    }

    /// Nil: nothing is odd.
    public static func advice(on values: GatewayValues) throws(SettingsError) -> String? { nil }
}

/// How the receipts of a gateway come.
public enum ReceiptSource: Sendable {
    /// The provider calls a URL of this installation, as soon as `receipts.url` is set.
    ///
    /// `proof` is the setting that shows whether a call is the provider's. Without it receipts do not come; it is nil where
    /// settings show it without which there is no gateway. `reader` makes what judges and reads each call.
    case calls(proof: (any DeclaredSetting)?, reader: @Sendable () throws(SettingsError) -> any ReceiptReader)
    /// Over the gateway's standing connection, to `GatewayContext.receive`.
    case connection
    /// They do not come, for this reason, as text for the operator.
    case none(because: String)
}
