/// The sizes that fit into a frame; librabbitmq would write a broken frame for a larger message.
enum MessageLimits {
    /// The bytes of a name, a key or a property of text: the protocol gives its length one byte.
    static let shortText = 255
    /// Headers travel in one frame together with the other properties, which have less than 2 KiB.
    static let headerBytes = 65_536
    static let otherBytes = 2_048
    static let headerDepth = 16

    /// Throws `invalidMessage` for a message that does not fit a broker whose largest frame has `frameSize` bytes.
    static func check(
        _ message: AMQPMessage, exchange: String, routingKey: String, frameSize: Int
    ) throws(AMQPError) {
        let texts = [
            message.contentType, message.type, message.messageID, message.correlationID, message.replyTo,
            message.appID, message.expiration, exchange, routingKey,
        ]
        for case let text? in texts where text.utf8.count > shortText {
            throw AMQPError(.invalidMessage, context: "a property or routing key is longer than \(shortText) bytes")
        }
        guard !message.headers.isEmpty else { return }
        let limit = min(headerBytes, frameSize - otherBytes)
        guard let size = size(of: message.headers, depth: 1), size <= limit else {
            throw AMQPError(
                .invalidMessage, context: "headers are too large, too deep, or have a name over \(shortText) bytes")
        }
    }

    /// The encoded size; nil for a table that cannot be sent.
    private static func size(of table: [String: AMQPFieldValue], depth: Int) -> Int? {
        var total = 4
        for (key, value) in table {
            guard key.utf8.count <= shortText, let size = size(of: value, depth: depth) else { return nil }
            total += 1 + key.utf8.count + size
        }
        return total
    }

    private static func size(of value: AMQPFieldValue, depth: Int) -> Int? {
        guard depth <= headerDepth else { return nil }
        switch value {
        case .string(let text): return 5 + text.utf8.count
        case .integer, .double, .timestamp: return 9
        case .boolean: return 2
        case .null: return 1
        case .table(let table): return size(of: table, depth: depth + 1).map { $0 + 1 }
        case .array(let values):
            var total = 5
            for value in values {
                guard let size = size(of: value, depth: depth + 1) else { return nil }
                total += size
            }
            return total
        }
    }
}
