import HTTPService
import NIOCore
import NIOPosix
import Testing

@Suite("Bad input below HTTP's surface", .timeLimit(.minutes(10)))
struct BadConnectionTests {
    private static let head = """
        POST /things HTTP/1.1\r
        Host: localhost\r
        Content-Type: application/json\r\n
        """
    private static let body = #"{"name":"+14155550123"}"#

    /// What is sent, how the answer begins, and how many bodies reach a call.
    private static let streams: [(name: String, sent: String, answer: String, things: Int)] = [
        (
            "a length that is more than the body", head + "Content-Length: 1000\r\n\r\n" + body, "", 0
        ),
        (
            "a length that is less than the body: the rest is no request",
            head + "Content-Length: \(body.utf8.count)\r\n\r\n" + body + "{}\r\n\r\n", "HTTP/1.1 201 ", 1
        ),
        (
            "a length that cuts the body", head + "Content-Length: 10\r\n\r\n" + body, "HTTP/1.1 400 ", 0
        ),
        (
            "a length and chunks", head + "Content-Length: 30\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "HTTP/1.1 400 ", 0
        ),
        ("a chunk that breaks off", head + "Transfer-Encoding: chunked\r\n\r\n1e\r\n{\"na", "", 0),
        (
            "a path of 10 kB that leads nowhere",
            "GET /nowhere/\(String(repeating: "a", count: 10_000)) HTTP/1.1\r\n\r\n",
            "HTTP/1.1 40", 0
        ),
        ("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "HTTP/1.1 400 ", 0),
        ("TLS", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\u{FC}\u{3}\u{3}", "HTTP/1.1 400 ", 0),
        // The 400 can be lost: the server does not read the rest, and a close with something unread is a reset.
        ("a line without end", "GET /" + String(repeating: "a", count: 100_000), "", 0),
    ]

    @Test("is refused or waited for in vain, and the connection ends", arguments: streams.indices)
    func refused(index: Int) async throws {
        let stream = Self.streams[index]
        let fixture = SurfaceFixture()
        // What is waited for in vain ends soon; what has an answer is not cut off where the machine is slow.
        let idle = stream.answer.isEmpty ? TimeAmount.milliseconds(200) : .seconds(5)
        let said = try await fixture.talk(
            stream.sent, keepAlive: KeepAlive(betweenCalls: idle, withinCall: idle))
        #expect(said.hasPrefix(stream.answer), "\(stream.name)")
        #expect(!said.contains("HTTP/1.1 5"), "\(stream.name)")
        #expect(fixture.things == stream.things, "\(stream.name)")
    }

    @Test("a thousand connections that say half a head do not keep others from being answered")
    func halfHeads() async throws {
        let said = try await SurfaceFixture().serveLive { port in
            var slow: [any Channel] = []
            for _ in 0..<1_000 {
                let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                    .connect(host: "localhost", port: port).get()
                try await channel.writeAndFlush(ByteBuffer(string: "POST /thi"))
                slow.append(channel)
            }
            let request = "GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            let said = try await RawConnection(port: port).talk(request)
            for channel in slow { channel.close(promise: nil) }
            return said
        }
        #expect(said.hasPrefix("HTTP/1.1 200 "))
    }
}
