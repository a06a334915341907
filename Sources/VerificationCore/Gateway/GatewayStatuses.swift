/// What all workers know of the gateways.
package struct GatewayStatuses: Sendable, Hashable {
    /// What the registry says of a gateway.
    package struct Entry: Sendable, Hashable {
        package let control: GatewaySwitch
        /// The newest notice of any worker; its `remaining` counts from the moment of the answer.
        package let notice: BreakerNotice?
        /// The share that the learning routes give the gateway, where the caller has loaded it; nil for the whole
        /// weight.
        package let learned: LearnedShare?

        package init(
            control: GatewaySwitch = .untouched, notice: BreakerNotice? = nil, learned: LearnedShare? = nil
        ) {
            self.control = control
            self.notice = notice
            self.learned = learned
        }
    }

    /// How long a worker counts as alive after its last exchange.
    ///
    /// A worker stops all paced calls earlier when it hears nothing, so its share is unused when it goes to the others.
    package static let workerLease: Duration = .seconds(5)

    /// How many workers are alive, the worker that asks included; at least 1.
    package let workers: Int
    /// The place of the worker that asks among those alive, from 0, in an order that is the same for all workers.
    ///
    /// Two workers never have the same place, so they can divide 10 messages a second into 4, 3 and 3.
    package let position: Int
    /// By the gateway's name; a gateway that is missing is untouched, and its breaker was never open.
    package let gateways: [String: Entry]

    package init(workers: Int = 1, position: Int = 0, gateways: [String: Entry] = [:]) {
        self.workers = max(1, workers)
        self.position = position
        self.gateways = gateways
    }
}

/// What an operator sees of the gateways of all workers.
package struct GatewayOverview: Sendable, Hashable {
    /// How many workers are alive; see `GatewayStatuses.workerLease`.
    package let workers: Int
    /// By the gateway's name; a gateway that is missing is untouched, and its breaker was never open.
    package let gateways: [String: GatewayStatuses.Entry]

    package init(workers: Int, gateways: [String: GatewayStatuses.Entry]) {
        self.workers = workers
        self.gateways = gateways
    }

    /// The same with what the routes that learn have learned.
    package func learning(_ shares: [String: LearnedShare]) -> GatewayOverview {
        var gateways = gateways
        for (name, share) in shares {
            let entry = gateways[name] ?? GatewayStatuses.Entry()
            gateways[name] = GatewayStatuses.Entry(control: entry.control, notice: entry.notice, learned: share)
        }
        return GatewayOverview(workers: workers, gateways: gateways)
    }
}

/// What an operator has said of a gateway while the workers run.
package struct GatewaySwitch: Sendable, Hashable {
    /// The weights that a route or an operator may give a gateway.
    package static let weights = 0...1_000

    /// Takes the place of the weight in the settings; nil leaves the settings' weight.
    package let weight: Int?
    /// Whether the gateway takes no messages at all.
    package let isOff: Bool

    package init(weight: Int? = nil, isOff: Bool = false) {
        self.weight = weight
        self.isOff = isOff
    }

    /// Everything as the settings say.
    package static let untouched = GatewaySwitch()
}

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
