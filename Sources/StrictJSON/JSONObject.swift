/// The members of a JSON object, in the order in which they were written.
///
/// Our objects have a dozen members, so looking for one by one is quicker than a dictionary. Two objects are equal only
/// if their order is.
package struct JSONObject: Hashable, Sendable {
    /// One name with its value.
    package struct Member: Hashable, Sendable {
        /// The name, unescaped.
        package let key: String
        /// The value, which may be `.null`.
        package var value: JSONValue

        /// A name with its value.
        package init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// All members, in order.
    package private(set) var members: [Member]

    /// An object of these members; the caller sees to it that no name comes twice.
    package init(_ members: [Member] = []) {
        self.members = members
    }

    /// The value of the member of that name; setting nil takes it out, setting a new name appends.
    package subscript(key: String) -> JSONValue? {
        get {
            guard let index = index(of: key) else { return nil }
            return members[index].value
        }
        set {
            switch (index(of: key), newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(key: key, value: value))
            case (nil, nil): break
            }
        }
    }

    /// Where the member of that name is.
    ///
    /// Swift calls strings equal that only look equal (`K` and the Kelvin sign); asking for equal lengths first is
    /// quicker, and makes the answer exact for the ASCII names of our own formats.
    private func index(of key: String) -> Int? {
        let length = key.utf8.count
        return members.firstIndex { $0.key.utf8.count == length && $0.key == key }
    }
}

extension JSONObject {
    /// Whether a member of that name is there.
    package func contains(_ key: String) -> Bool { self[key] != nil }
}
