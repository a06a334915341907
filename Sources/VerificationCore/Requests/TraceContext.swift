/// W3C trace context, carried from the caller through the queue to the gateway's call.
public struct TraceContext: Sendable, Hashable {
    /// The header's text.
    public let traceparent: String

    /// Nil when the text is not a `traceparent` of version 00.
    public init?(traceparent: String) {
        let fields = traceparent.split(separator: "-", omittingEmptySubsequences: false).map(\.utf8)
        let hex: (Substring.UTF8View) -> Bool = { field in
            field.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        }
        guard fields.count == 4, fields.map(\.count) == [2, 32, 16, 2], fields.allSatisfy(hex),
            fields[0].elementsEqual("00".utf8), fields[1].contains(where: { $0 != 0x30 }),
            fields[2].contains(where: { $0 != 0x30 })
        else { return nil }
        self.traceparent = traceparent
    }
}
