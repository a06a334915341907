/// A caller of the API: an app, with the scope of the key that it uses.
package struct Caller: Sendable, Hashable {
    package let app: App
    package let scope: KeyScope
    /// Who may use a key of scope `client`.
    package let bounds: ClientBounds

    package init(app: App, scope: KeyScope, bounds: ClientBounds = .none) {
        (self.app, self.scope, self.bounds) = (app, scope, bounds)
    }
}
