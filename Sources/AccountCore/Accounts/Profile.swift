/// How much an account says of its owner: its ID tokens, lists and exports carry all of it.
package enum Profile {
    /// How many characters a name has at most, counted as clients do, in UTF-16.
    package static let longestName = 256
    /// How many characters the address of a picture has at most.
    package static let longestURL = 2_048
    /// At how many other providers an account has an identity at most; each of them stands in its ID tokens.
    package static let mostLinks = 20

    /// What is too long of it, in words for people; nil where nothing is.
    static func excess(name: String?, photoURL: String?) -> String? {
        if let name, name.utf16.count > longestName { return "Display name too long." }
        if let photoURL, photoURL.utf16.count > longestURL { return "Photo URL too long." }
        return nil
    }
}

extension ProviderLink {
    /// What is too long of what the link says of the person; nil where nothing is.
    var excess: String? {
        Profile.excess(name: displayName, photoURL: photoURL) ?? Profile.excess(name: screenName, photoURL: email)
    }
}
