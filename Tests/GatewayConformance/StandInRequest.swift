import Foundation

/// A request as it arrived at a provider's stand-in, whole.
public struct StandInRequest: Sendable {
    /// For example `POST`.
    public let method: String
    /// The path with its query, as it was sent.
    public let uri: String
    /// In the order of arrival.
    public let headers: [(name: String, value: String)]
    /// The body's octets.
    public let body: [UInt8]

    /// The first header of this name, in any case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// How long it was on the wire: request line, head and body.
    var octets: Int {
        let lines = ["\(method) \(uri) HTTP/1.1"] + headers.map { "\($0.name): \($0.value)" } + [""]
        return lines.reduce(body.count) { $0 + $1.utf8.count + 2 }
    }

    /// The fields of a form, from the body or, where there is no body, from the query; nil for what is no form.
    ///
    /// A `+` is a space and a repeated name is no form, as a strict provider reads it.
    public var form: [String: String]? {
        let query = uri.split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
        let text = body.isEmpty ? query : String(decoding: body, as: UTF8.self)
        var fields: [String: String] = [:]
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decoded(parts[0]), let value = Self.decoded(parts.count > 1 ? parts[1] : ""),
                fields.updateValue(value, forKey: name) == nil
            else { return nil }
        }
        return fields
    }

    private static func decoded(_ text: Substring) -> String? {
        String(text.replacing("+", with: " ")).removingPercentEncoding
    }
}
