import AccountCore
import Accounts
import StrictJSON

/// `config` of the emulator: shows two members of a project's configuration, and changes those that the call names.
struct EmulatorConfigurationEndpoint: WireEndpoint {
    private static let members = [
        ["signIn", "allowDuplicateEmails"], ["emailPrivacyConfig", "enableImprovedEmailPrivacy"],
    ]

    let ports: AccountPorts
    let schema = WireSchema.configuration

    func answer(_ call: WireCall) async throws -> JSONObject {
        let update = call.body.members
        let named = Self.members.filter { ![nil, .null].contains(update.value(at: $0)) }
        let mask = FieldMask(named.map { $0.joined(separator: ".") }.joined(separator: ","))
        let shown =
            if let mask {
                try await ChangeConfiguration(ports).change(update, mask: mask, by: nil, of: call.project)
            } else {
                try await ShowConfiguration(ports).show(call.project)
            }
        return Self.members.reduce(JSONObject()) { $0.setting($1, to: shown.value(at: $1)) }
    }
}
