import GatewayKit

/// What `verifyd bench` needs to aim at an installation that runs already.
package enum BenchSettings {
    package static let hosts = Setting(
        "bench.hosts", .hosts,
        "hosts besides this machine at which load may aim, with commas between them, for example staging.example.com",
        standard: "")
    package static let key = Setting(
        "bench.key", .text, "API key with which load calls the installation that --target names", isSecret: true)
    package static let eventsSecret = Setting(
        "bench.eventsSecret", .text, "secret that signs the events which that installation posts to bench",
        isSecret: true)

    static let all: [any DeclaredSetting] = [hosts, key, eventsSecret]
}

extension SettingForm<[String]> {
    /// Names or addresses of machines, without schemes and ports; the empty text names none.
    fileprivate static var hosts: Self {
        Self(expecting: "hosts such as staging.example.com, with commas between them") { text in
            let names = text.split(separator: ",").map { $0.filter { $0 != " " }.lowercased() }
            let isGood = names.allSatisfy { name in
                (1...253).contains(name.count)
                    && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-:".contains($0)) }
            }
            return isGood ? names : nil
        }
    }
}
