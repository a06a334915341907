/// What `gateway.kind` may be.
enum GatewayKind: String {
    case sandbox, webhook
}
