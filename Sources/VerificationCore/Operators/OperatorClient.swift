/// From where a person uses the dashboard, as that person's sessions are listed.
package struct OperatorClient: Sendable, Hashable {
    /// Nil where it is not known, as of a session that an earlier version has begun.
    package let address: IPAddress?
    /// What the browser calls itself in a few words, such as `Firefox on Linux`; nil where it says nothing known.
    package let browser: String?

    package init(address: IPAddress?, browser: String? = nil) {
        (self.address, self.browser) = (address, browser)
    }

    /// Nothing is known.
    package static let unknown = OperatorClient(address: nil)
}
