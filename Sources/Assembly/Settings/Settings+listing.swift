import GatewayKit

extension Settings {
    /// A line of `verifyd settings`.
    package struct Line: Sendable {
        package let name: String
        /// Nil for the lists, which only the settings file can hold.
        package let environmentName: String?
        /// Nil when nothing is set; `(secret)` for a secret.
        package let value: String?
        /// Nil when nothing is set.
        package let origin: SettingOrigin?
        package let isSecret: Bool
        package let summary: String
    }

    /// Which message goes through which gateway of the list, a route each; nil without a list.
    package var routes: [RouteSyntax]? { plan.listedRoutes }

    /// The routes in one line, for example `+49 shop -> main 3, other 1; else -> main`; nil without a list of gateways.
    package var routeSyntax: String? { routes?.map(\.description).joined(separator: "; ") }

    /// Every setting with its present value, and the lists; of a gateway only what its kind reads.
    package var lines: [Line] {
        let unread = unread
        return declared.filter { !unread.contains($0.name) }.map { setting in
            Line(
                name: setting.name, environmentName: setting.environmentName,
                value: text(of: setting).map { setting.isSecret ? "(secret)" : $0 }, origin: origin(of: setting),
                isSecret: setting.isSecret, summary: setting.summary)
        } + [
            Line(
                name: "gateways", environmentName: nil, value: plan.listedNames,
                origin: plan.listedNames.map { _ in .file }, isSecret: false,
                summary: "in verifyd.yaml: a list of gateways, each with a name and what gateway.* says of a single one"
            ),
            Line(
                name: "routes", environmentName: nil, value: routeSyntax, origin: routeSyntax.map { _ in .file },
                isSecret: false,
                summary:
                    "in verifyd.yaml: which gateways take which region, prefix and app; the first entry that fits decides"
            ),
        ]
    }

    /// The names of gateways' settings that the gateways' kinds do not read.
    private var unread: Set<String> {
        var names: Set<String> = []
        for described in gateways {
            // Of a gateway without a good kind, all settings are listed.
            guard let provider = try? provider(of: described) else { continue }
            names.formUnion(described.all.map(\.name))
            names.subtract(described.settings(of: provider).map(\.name))
        }
        return names
    }
}
