import Testing

@testable import Connections

@Suite("A watch over a socket", .timeLimit(.minutes(10)))
struct SocketWatchTests {
    private let loop: ConnectionLoop

    init() throws { loop = try #require(ConnectionLoop(label: "tests")) }

    @Test("it calls back when there is something to read")
    func readable() async throws {
        let pair = try SocketPair()
        let socket = try #require(SharedSocket(duplicating: pair.ours))
        let (bytes, sink) = AsyncStream.makeStream(of: UInt8?.self)
        let watch = SocketWatch(socket, on: loop) { [descriptor = socket.descriptor] in
            sink.yield(SocketPair.read(descriptor))
        }
        try #require(watch != nil)
        var heard = bytes.makeAsyncIterator()
        for byte: UInt8 in [1, 2] {
            try pair.say(byte)
            #expect(await heard.next() == byte)
        }
        withExtendedLifetime(watch) {}
    }

    @Test("it calls back for room to write until that is no longer wanted")
    func writable() async throws {
        let pair = try SocketPair()
        let socket = try #require(SharedSocket(duplicating: pair.ours))
        let made = SocketWatch(socket, on: loop) {}
        let watch = try #require(made)
        for _ in 0..<2 {
            let (calls, sink) = AsyncStream.makeStream(of: Void.self)
            watch.startWriting { sink.yield() }
            var heard = calls.makeAsyncIterator()
            #expect(await heard.next() != nil)
            watch.stopWriting()
        }
    }

    @Test("a watch that is dropped lets go of the socket")
    func dropped() async throws {
        let pair = try SocketPair()
        do {
            let socket = try #require(SharedSocket(duplicating: pair.ours))
            _ = SocketWatch(socket, on: loop) {}
        }
        pair.closeOurs()
        #expect(pair.seesEnd())
    }

    @Test("waiting once ends with readiness, or with the deadline")
    func once() async throws {
        let pair = try SocketPair()
        #expect(await SocketWatch.wait(for: .writable, of: pair.ours, on: loop, until: .now + .seconds(50)))
        #expect(await !SocketWatch.wait(for: .readable, of: pair.ours, on: loop, until: .now))
        try pair.say(1)
        #expect(await SocketWatch.wait(for: .readable, of: pair.ours, on: loop, until: .now + .seconds(50)))
        #expect(await !SocketWatch.wait(for: .readable, of: -1, on: loop, until: .now + .seconds(50)))
    }
}
