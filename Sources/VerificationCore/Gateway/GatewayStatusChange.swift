/// What is new in the gateways' statuses, for a log line each.
package enum GatewayStatusChange: Sendable, Hashable {
    /// The breaker opened: no worker calls the gateway, but for trial calls.
    case opened(gateway: String, reason: String)
    case closed(gateway: String)
    case switchedOff(gateway: String)
    case switchedOn(gateway: String)
    /// `weight`: nil for the settings' weight.
    case weighted(gateway: String, weight: Int?)
}

extension GatewayStatuses {
    /// Compares two statuses, in the order of the gateways' names.
    ///
    /// A breaker that opens again before it has closed is new as well: its reason may be another.
    package func changes(since earlier: GatewayStatuses) -> [GatewayStatusChange] {
        Set(gateways.keys).union(earlier.gateways.keys).sorted().flatMap { name in
            (gateways[name] ?? Entry()).changes(of: name, since: earlier.gateways[name] ?? Entry())
        }
    }
}

extension GatewayStatuses.Entry {
    fileprivate func changes(of name: String, since earlier: Self) -> [GatewayStatusChange] {
        var changes: [GatewayStatusChange] = []
        if control.isOff != earlier.control.isOff {
            changes.append(control.isOff ? .switchedOff(gateway: name) : .switchedOn(gateway: name))
        }
        if control.weight != earlier.control.weight {
            changes.append(.weighted(gateway: name, weight: control.weight))
        }
        switch (notice?.state, earlier.notice?.state) {
        case (.open, .open) where notice?.generation == earlier.notice?.generation: break
        case (.open, _): changes.append(.opened(gateway: name, reason: notice?.reason ?? ""))
        case (_, .open): changes.append(.closed(gateway: name))
        case (.closed, _), (nil, _): break
        }
        return changes
    }
}
