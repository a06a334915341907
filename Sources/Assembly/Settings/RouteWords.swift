import VerificationCore

/// A route as an operator reads it, for example `DE shop -> main 3, other 1, then backup`, with `learn` where it learns.
package struct RouteWords: Sendable, CustomStringConvertible {
    package let region: String?
    package let prefix: String?
    package let app: String?
    package let targets: RouteTargets<String>

    init<Target>(_ route: GatewayRoute<Target>, _ targets: RouteTargets<String>) {
        region = route.region
        prefix = route.prefix?.description
        app = route.app?.description
        self.targets = targets
    }

    package var description: String {
        let conditions = [region, prefix, app].compactMap { $0 }
        let from = conditions.isEmpty ? "else" : conditions.joined(separator: " ")
        // A weight says something only beside another.
        let shares = targets.first.map { targets.first.count > 1 ? "\($0.gateway) \($0.weight)" : $0.gateway }
        let last = targets.then.map { "then \($0)" }
        let learning = targets.learns ? ["learn"] : []
        return "\(from) -> \((shares + last + learning).joined(separator: ", "))"
    }
}
