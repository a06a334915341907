/// Port: what an operator says of the gateways while workers run, and what the workers say of them.
package protocol GatewaySwitches: Sendable {
    /// Gives a gateway another weight than the settings do; nil gives it the settings' weight again.
    ///
    /// Workers follow with their next exchange, about a second later. The gateway's name is not checked.
    func setWeight(_ weight: Int?, of gateway: String) async throws(StoreProblem)

    /// Switches a gateway off, or on again; its weight stays.
    func turn(_ gateway: String, isOff: Bool) async throws(StoreProblem)

    /// What is on the board now.
    func overview() async throws(StoreProblem) -> GatewayOverview
}
