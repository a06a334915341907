import VerificationCore

/// Where the messages of a gateway go that fails.
extension Situation {
    /// Whether the messages of each of a gateway's routes leave by another gateway, which was seen to take some of late.
    func hasOtherWays(than name: String) -> Bool {
        let routes = gatewayList.routes(of: name)
        return !routes.isEmpty
            && routes.allSatisfy { route in
                route.target.all.contains { $0 != name && canTake($0) && takes($0) }
            }
    }

    /// The routes of a gateway whose messages no other gateway can take: each is away, or fails gravely too.
    func routesWithoutOtherWay(than name: String) -> [GatewayList.Route] {
        gatewayList.routes(of: name).filter { route in
            !route.target.all.contains { $0 != name && canTake($0) }
        }
    }

    private func canTake(_ name: String) -> Bool {
        getsMessages(name) && (counts.value?.failing(name)?.level ?? .fine) < .down
    }

    private func takes(_ name: String) -> Bool { (counts.value?.newestCalls(name).accepted ?? 0) > 0 }
}
