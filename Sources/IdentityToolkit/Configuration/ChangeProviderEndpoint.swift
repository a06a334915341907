import AccountCore
import Accounts
import StrictJSON

/// `PATCH` of a provider: changes the members of `updateMask`, or without a mask those of the body.
struct ChangeProviderEndpoint: WireEndpoint {
    let ports: AccountPorts
    let kind: ProviderKind

    var schema: WireSchema { .provider(kind) }

    func answer(_ call: WireCall) async throws -> JSONObject {
        let mask = (call.parameter("updateMask") ?? call.parameter("update_mask")).flatMap(FieldMask.init)
        return try await ChangeProvider(ports).change(
            call.provider ?? "", saying: call.body.members, mask: mask, of: kind, by: call.administrator,
            in: call.project)
    }
}
