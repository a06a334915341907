import AccountCore
import Accounts
import StrictJSON

/// `PATCH config`: changes the members of `updateMask`, or without a mask all members.
struct ChangeConfigurationEndpoint: WireEndpoint {
    let ports: AccountPorts
    let schema = WireSchema.configuration

    func answer(_ call: WireCall) async throws -> JSONObject {
        let mask = (call.parameter("updateMask") ?? call.parameter("update_mask")).flatMap(FieldMask.init)
        return try await ChangeConfiguration(ports).change(
            call.body.members, mask: mask, by: call.administrator, of: call.project)
    }
}
