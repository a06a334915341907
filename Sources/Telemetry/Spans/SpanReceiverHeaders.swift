import Foundation

/// What goes along with each call, as OpenTelemetry's setting writes it, for example `api-key=a%20b,tenant=7`.
package struct SpanReceiverHeaders: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The values with their escapes resolved.
    package let fields: [Field]

    /// One header.
    package struct Field: Sendable, Hashable {
        package let name: String
        package let value: String
    }

    /// Nil where a pair has no sign, or no header can carry it.
    package init?(_ text: String) {
        var fields: [Field] = []
        for pair in text.split(separator: ",") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0].trimmingSpace()
            guard parts.count == 2, !name.isEmpty, name.utf8.allSatisfy(Self.isOfName),
                let value = parts[1].trimmingSpace().removingPercentEncoding,
                value.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
            else { return nil }
            fields.append(Field(name: name, value: value))
        }
        self.fields = fields
    }

    /// Reads OpenTelemetry's attributes of a resource: any text as value, and any name without `,` and `=`.
    ///
    /// Nil where a pair has no sign or no name. Of two pairs with one name the later counts.
    package init?(attributes text: String) {
        var fields: [Field] = []
        for pair in text.split(separator: ",") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0].trimmingSpace()
            guard parts.count == 2, !name.isEmpty else { return nil }
            let value = parts[1].trimmingSpace()
            fields.removeAll { $0.name == name }
            fields.append(Field(name: name, value: value.removingPercentEncoding ?? value))
        }
        self.fields = fields
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    /// Shows no header, because it may be a token.
    package var description: String { "headers" }
    /// The same, so that a debugger shows no token either.
    package var debugDescription: String { description }
}

extension Substring {
    fileprivate func trimmingSpace() -> String {
        var rest = drop { $0 == " " }
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }
}
