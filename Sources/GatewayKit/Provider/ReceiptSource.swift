/// How the receipts of a gateway come.
public enum ReceiptSource: Sendable {
    /// The provider calls a URL of this installation, as soon as `receipts.url` is set.
    ///
    /// `proof` is the setting that shows whether a call is the provider's. Without it receipts do not come; it is nil where
    /// settings show it without which there is no gateway. `reader` makes what judges and reads each call.
    case calls(proof: (any DeclaredSetting)?, reader: @Sendable () throws(SettingsProblem) -> any ReceiptReader)
    /// Over the gateway's standing connection, to `GatewayContext.receive`.
    case connection
    /// They do not come, for this reason in words for the operator.
    case none(because: String)
}
