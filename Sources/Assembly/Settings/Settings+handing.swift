/// What a process hands to another process of the same installation.
extension Settings {
    /// The same settings with another schema in the place of the usual schema, for work that must leave nothing behind.
    ///
    /// The connections have the schema's name in the database's list, whatever their role.
    package func inSchema(_ name: String) throws(SettingsProblem) -> Settings {
        let url = try value(of: DatabaseSettings.url)
        let options = "options=-csearch_path%3D\(name)&application_name=\(name)"
        return setting(DatabaseSettings.url, to: url + (url.contains("?") ? "&" : "?") + options)
    }

    /// What the sources say, as variables of the environment, without what they say of gateways and receipts.
    package var variables: [String: String] {
        let left = Set(plan.gateways.flatMap(\.all).map(\.name) + ReceiptSettings.all.map(\.name))
        let handed = declared.filter { isSet($0) && !left.contains($0.name) }
        return Dictionary(handed.map { ($0.environmentName, text(of: $0) ?? "") }) { $1 }
    }
}
