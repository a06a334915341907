import HTTPTypes

extension HTTPField.Name {
    package static let requestID = known("Request-Id")
    package static let xRequestID = known("X-Request-Id")

    /// A name that the source spells out, which is valid therefore.
    ///
    /// The other branch is never taken; it stands here because a crash would be worse.
    package static func known(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .server }
}
