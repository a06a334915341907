/// The way by which a message came to the sandbox.
package enum SandboxProtocol: String, Sendable, Hashable, CaseIterable {
    /// The gateway of kind `sandbox`, in the worker's own process.
    case process
    case webhook, twilio, vonage, smpp
}
