/// By what sums are told apart.
package enum TallyDimension: String, Sendable, CaseIterable {
    case app, region, gateway, reason
}

extension TallyKey {
    /// The key's text in a dimension; empty where the dimension does not apply.
    package subscript(dimension: TallyDimension) -> String {
        switch dimension {
        case .app: app
        case .region: region
        case .gateway: gateway
        case .reason: reason
        }
    }
}
