/// Who has accepted a bind.
package struct BindResponse: Sendable, Hashable {
    /// The SMSC's name, at most 15 octets.
    package var systemID: String
    /// For example `sc_interface_version`; SMPP 3.3 has no parameters.
    package var parameters: [Parameter]

    package init(systemID: String, parameters: [Parameter] = []) {
        self.systemID = systemID
        self.parameters = parameters
    }
}
