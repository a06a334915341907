/// How calls get to a server: through which proxy, and whose certificates they trust.
package struct HTTPWay: Sendable {
    /// Nil for connections to the server itself; nothing but this value says so, and no variable of the environment.
    package var proxy: HTTPProxy?
    package var trust = TrustedAuthorities.system

    package init() {}
}
