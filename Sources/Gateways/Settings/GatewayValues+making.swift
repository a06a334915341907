import GatewayKit

extension GatewayValues {
    /// Makes the gateway of a provider that is called over HTTP.
    ///
    /// `make`: makes the provider from settings that have been read.
    func gateway<Provider: HTTPProvider>(
        in context: GatewayContext, _ make: () throws(GatewaySettingsError) -> Provider
    ) throws(SettingsProblem) -> HTTPGateway<Provider> {
        let way = try way(CommonSettings.way)
        return try named { () throws(GatewaySettingsError) in
            try HTTPGateway(
                name: context.name, provider: try make(), connections: context.inFlight, way: way,
                reportsDelivery: context.receiptsURL != nil, now: context.now)
        }
    }

    /// Makes something of settings that have been read; what is wrong with them is told by the names that the operator knows.
    func named<Value>(_ make: () throws(GatewaySettingsError) -> Value) throws(SettingsProblem) -> Value {
        do throws(GatewaySettingsError) {
            return try make()
        } catch {
            guard error.setting == "receiptsURL" else { throw SettingsProblem("\(parent).\(error)") }
            // The process makes that URL from a setting of the whole installation.
            throw SettingsProblem("receipts.url: the URL for \(parent) \(error.code.rawValue)")
        }
    }
}
