import HTTPTypes

extension HTTPField.Name {
    package static let requestID = known("Request-Id")
    package static let xRequestID = known("X-Request-Id")

    /// A field name that the source code spells out, so that it is certainly valid.
    ///
    /// For an invalid name it would return `Server`, because a crash would be worse.
    package static func known(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .server }
}
