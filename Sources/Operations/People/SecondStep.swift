/// What a person who has proved the password may prove now.
package struct SecondStep: Sendable {
    /// Whether a code of an authenticator app will do.
    package let takesCode: Bool
    /// What the browser asks the person's keys for; nil where no key of the person works at this address.
    package let request: KeyRequest?
    /// The hosts of keys that do not work at this address.
    package let otherSites: [String]
}
