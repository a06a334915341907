/// A caller of the API: an app, with the scope of the key that it uses.
package struct Caller: Sendable, Hashable {
    package let app: App
    package let scope: KeyScope

    package init(app: App, scope: KeyScope) {
        self.app = app
        self.scope = scope
    }
}
