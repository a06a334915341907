import Testing

/// What a store promises to a kind of caller: the conformance suite of a port.
package struct PortPromises: Sendable, CustomTestStringConvertible {
    package let testDescription: String
    package let promises: [StorePromise]

    init(to port: String, _ promises: [StorePromise]) {
        testDescription = port
        self.promises = promises
    }

    /// The suites of all ports that make, check, show or end verifications.
    package static let all = [claims, checks, reading, canceling, erasing, history, finding, stamps, receipts]
}
