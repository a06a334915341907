import Gateways
import Testing

/// One mistake in a gateway's settings, and how it is called.
typealias SettingsMistake<Settings> = (
    change: (inout Settings) -> Void, code: GatewaySettingsError.Code, setting: String
)

/// Expects that each mistake is refused by name, and that neither the error nor the settings tell a value that holds
/// `s3cret`.
func expectRefused<Settings>(
    _ mistakes: [SettingsMistake<Settings>], in settings: Settings,
    by use: (Settings) throws(GatewaySettingsError) -> Void
) {
    for (change, code, setting) in mistakes {
        var changed = settings
        change(&changed)
        let error = #expect(throws: GatewaySettingsError.self, "\(setting) \(code)") { try use(changed) }
        #expect(error?.code == code && error?.setting == setting)
        #expect(error.map { "\($0)".contains("s3cret") } == false)
        #expect(!"\(changed)".contains("s3cret") && !String(reflecting: changed).contains("s3cret"))
    }
}
