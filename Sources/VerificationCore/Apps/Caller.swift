/// Who calls the API: an app, by a key of this scope.
package struct Caller: Sendable, Hashable {
    package let app: App
    package let scope: KeyScope

    package init(app: App, scope: KeyScope) {
        self.app = app
        self.scope = scope
    }
}
