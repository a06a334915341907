/// The members of a JSON object, in the order in which they were written.
///
/// Our objects have about twelve members, so a search in order is quicker than a dictionary. Two objects are equal only
/// if their members have the same order.
package struct JSONObject: Hashable, Sendable {
    /// One name with its value.
    package struct Member: Hashable, Sendable {
        /// The name, unescaped.
        package let key: String
        /// The value, which may be `.null`.
        package var value: JSONValue

        package init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    package private(set) var members: [Member]

    /// Makes an object of these members; the caller makes sure that no two members have the same name.
    package init(_ members: [Member] = []) {
        self.members = members
    }

    /// The value of the member with this name; nil when there is no such member.
    ///
    /// A caller that sets nil removes the member. A caller that sets a value for a new name appends a member.
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

    /// Where the member with this name is.
    ///
    /// Swift calls some strings equal whose bytes differ, for example `K` and the Kelvin sign. Therefore this function
    /// compares the lengths in bytes first. This is also quicker, and makes the answer exact for ASCII names.
    private func index(of key: String) -> Int? {
        let length = key.utf8.count
        return members.firstIndex { $0.key.utf8.count == length && $0.key == key }
    }
}

extension JSONObject {
    /// Whether the object has a member with this name; true also when its value is `.null`.
    package func contains(_ key: String) -> Bool { self[key] != nil }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Makes an object of these members in this order; no name may stand twice.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements.map(Member.init))
    }
}
