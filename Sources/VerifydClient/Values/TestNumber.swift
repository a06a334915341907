import Foundation

/// A number to which nothing is ever sent, and whose code is fixed; its code is never shown.
public struct TestNumber: Sendable, Hashable, Identifiable, Codable {
    /// By which it is removed.
    public var id: String
    /// The number in international form.
    public var phoneNumber: String
    /// What happens when a code is asked for: nil if the message counts as accepted.
    ///
    /// `undelivered`, `late`, `gateway-down` or `limited`.
    public var scenario: String?
    /// From when on it is an ordinary number; nil if it does not expire.
    public var expiresAt: Date?
}

extension TestNumber: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The id alone.
    public var description: String { "test number \(id)" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// Shows the id alone.
    public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}

/// The test numbers of an app.
public struct TestNumberList: Sendable, Hashable {
    /// In the order in which they were made.
    public var testNumbers: [TestNumber]
    /// Whether the app's test numbers have no effect now, so that real SMS go to them.
    public var isSwitchedOff: Bool
}
