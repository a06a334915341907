/// What `gateway.kind` may be.
package enum GatewayKind: String, Sendable {
    case sandbox, webhook
}
