import Testing

/// What a store promises to one kind of caller: the conformance suite of one port.
package struct PortPromises: Sendable, CustomTestStringConvertible {
    package let testDescription: String
    package let promises: [StorePromise]

    init(to port: String, _ promises: [StorePromise]) {
        testDescription = port
        self.promises = promises
    }

    /// Every port through which sessions, limits and messages are asked for.
    package static let all = [claims, checks, reading, canceling, erasing, history, stamps]
}
