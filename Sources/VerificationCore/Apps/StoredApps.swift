/// The apps that a store holds.
package struct StoredApps: Sendable, Hashable {
    /// By id, with their own texts and their test numbers, but for test numbers that this version cannot read.
    package let readable: [App]
    /// What is wrong with the apps whose rules or test numbers this version cannot read.
    package let unreadable: [AppID: String]

    package init(readable: [App], unreadable: [AppID: String] = [:]) {
        self.readable = readable
        self.unreadable = unreadable
    }

    /// The app of that id; nil when there is none, or when this version cannot read its rules.
    package func app(named id: String) -> App? { readable.first { $0.id.name == id } }
}
