/// What is wrong with the settings, in words for the operator; it never shows a value that may be secret.
public struct SettingsProblem: Error, Sendable, CustomStringConvertible {
    /// The words, which begin with the name of the setting where it is one setting's fault.
    public let description: String

    /// Takes the words as they are.
    public init(_ description: String) { self.description = description }
}
