import Testing

/// What a store of accounts promises to a kind of caller: the conformance suite of a port.
package struct AccountPromises: Sendable, CustomTestStringConvertible {
    package let testDescription: String
    package let promises: [AccountPromise]

    init(to port: String, _ promises: [AccountPromise]) {
        testDescription = port
        self.promises = promises
    }

    /// The suites of all ports that find, make, change and sign in to accounts.
    package static let all = [
        reading, adding, changing, replacing, deleting, signingIn, identities, secondFactors, refreshing, lives, races,
        resealing,
    ]
}
