import HTTPTypes

extension HTTPFields {
    /// The value of a field, and the values of a repeated field joined by commas: what the subscript by name gives.
    ///
    /// The subscript joins even a single value through several generic sequences. That costs more than this whole
    /// search, and each call asks for many fields.
    package func text(of name: HTTPField.Name) -> String? {
        var text: String?
        for field in self where field.name == name {
            if text != nil { return self[name] }
            text = field.value
        }
        return text
    }
}

extension HTTPField.Name {
    package static let requestID = known("Request-Id")
    package static let xRequestID = known("X-Request-Id")

    /// A field name that the source code spells out, so that it is certainly valid.
    ///
    /// For an invalid name it would return `Server`, because a crash would be worse.
    package static func known(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .server }
}
