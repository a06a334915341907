import Foundation
import NIOCore

/// Finds the messages of HTTP/1.1 in what a connection receives, for a load that must cost little itself.
///
/// It reads calls and answers alike, but only those with a `Content-Length`, as verifyd's own do.
package struct HTTPMessageReader {
    /// A message that has arrived whole.
    package struct Message {
        /// Of an answer; 0 for a call.
        package let status: Int
        /// The first line and the headers, with the empty line behind them.
        package let head: ByteBuffer
        package let body: ByteBuffer

        /// The value of a header, by its name in small letters; nil when the head has none of this name.
        package func header(_ name: String) -> String? {
            let lines = String(buffer: head).split(whereSeparator: \.isNewline).dropFirst()
            let line = lines.first { $0.count > name.count && $0.prefix(name.count + 1).lowercased() == name + ":" }
            return line.map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
        }
    }

    /// A head without a length.
    package struct Unreadable: Error {}

    private var received = ByteBuffer()

    package init() {}

    /// Adds what the connection has received.
    package mutating func append(_ part: ByteBuffer) {
        if received.readableBytes == 0 {
            received = part
        } else {
            received.writeImmutableBuffer(part)
        }
    }

    /// The next whole message; nil until more of it has been received.
    package mutating func next() throws(Unreadable) -> Message? {
        let view = received.readableBytesView
        guard let end = Self.endOfHead(view) else { return nil }
        let head = view[..<end]
        guard let length = Self.length(in: head) else { throw Unreadable() }
        let headLength = head.count
        guard received.readableBytes >= headLength + length else { return nil }
        let status = Self.status(head)
        return Message(
            status: status, head: received.readSlice(length: headLength) ?? ByteBuffer(),
            body: received.readSlice(length: length) ?? ByteBuffer())
    }

    /// The index behind the empty line.
    private static func endOfHead(_ view: ByteBufferView) -> Int? {
        var (newLines, index) = (0, view.startIndex)
        while index < view.endIndex {
            let byte = view[index]
            index += 1
            if byte == 0x0A {
                newLines += 1
                if newLines == 2 { return index }
            } else if byte != 0x0D {
                newLines = 0
            }
        }
        return nil
    }

    /// The three digits after `HTTP/1.1 `.
    private static func status(_ head: ByteBufferView) -> Int {
        guard head.first == UInt8(ascii: "H") else { return 0 }
        return number(head.dropFirst(9).prefix(3)) ?? 0
    }

    private static func length(in head: ByteBufferView) -> Int? {
        let name = "\ncontent-length:".utf8
        var rest = head
        while let start = rest.firstIndex(of: 0x0A) {
            rest = rest[start...]
            if rest.count > name.count, zip(rest, name).allSatisfy({ $0 == $1 || $0 | 0x20 == $1 }) {
                let value = rest.dropFirst(name.count)
                return number(value.drop(while: { $0 == 0x20 }).prefix(while: { $0 != 0x0D && $0 != 0x20 }))
            }
            rest = rest.dropFirst()
        }
        return nil
    }

    /// At most nine digits; nil for anything else.
    private static func number(_ digits: ByteBufferView) -> Int? {
        guard !digits.isEmpty, digits.count <= 9 else { return nil }
        var number = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            number = number * 10 + Int(digit - 0x30)
        }
        return number
    }
}
