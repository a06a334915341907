import Bench
import NIOCore
import Testing

@Suite("messages of HTTP/1.1 in what a connection receives")
struct HTTPMessageReaderTests {
    private static let answer = "HTTP/1.1 202 Accepted\r\nContent-Type: text/plain\r\ncontent-length: 5\r\n\r\nhello"
    private static let call = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}"

    @Test("an answer is whole when its last byte has come, however it was cut")
    func cut() throws {
        var reader = HTTPMessageReader()
        for byte in Self.answer.utf8.dropLast() {
            reader.append(ByteBuffer(bytes: [byte]))
            #expect(try reader.next() == nil)
        }
        reader.append(ByteBuffer(string: "o"))
        let message = try #require(try reader.next())
        #expect(message.status == 202 && String(buffer: message.body) == "hello")
        #expect(try reader.next() == nil)
    }

    @Test("several messages in one piece are told one by one, and a call has no status")
    func several() throws {
        var reader = HTTPMessageReader()
        reader.append(ByteBuffer(string: Self.call + Self.call + Self.call.dropLast()))
        for _ in 1...2 {
            let message = try #require(try reader.next())
            #expect(message.status == 0 && String(buffer: message.body) == "{}")
        }
        #expect(try reader.next() == nil)
        reader.append(ByteBuffer(string: "}" + Self.answer))
        #expect(try reader.next()?.status == 0)
        #expect(try reader.next()?.status == 202)
    }

    @Test(
        "a head that tells no length cannot be read",
        arguments: ["", "Transfer-Encoding: chunked\r\n", "Content-Length: x\r\n", "Content-Length: 9999999999\r\n"])
    func unreadable(header: String) {
        var reader = HTTPMessageReader()
        reader.append(ByteBuffer(string: "HTTP/1.1 200 OK\r\n\(header)\r\n"))
        #expect(throws: HTTPMessageReader.Unreadable.self) { try reader.next() }
    }
}
