import Testing

@testable import Connections

@Suite("A socket of our own beside the library's")
struct SharedSocketTests {
    @Test("it reads on after the library has closed its descriptor")
    func outlives() throws {
        let pair = try SocketPair()
        let socket = try #require(SharedSocket(duplicating: pair.ours))
        pair.closeOurs()
        try pair.say(7)
        #expect(SocketPair.read(socket.descriptor) == 7)
    }

    @Test("cutting it ends the connection, whoever else holds a descriptor")
    func cut() throws {
        let pair = try SocketPair()
        let socket = try #require(SharedSocket(duplicating: pair.ours))
        socket.cut()
        #expect(pair.seesEnd())
        #expect(SocketPair.read(pair.ours) == nil)
    }

    @Test("the connection ends when the last of both descriptors is closed")
    func closes() throws {
        let pair = try SocketPair()
        var socket = SharedSocket(duplicating: pair.ours)
        #expect(socket != nil)
        pair.closeOurs()
        socket = nil
        #expect(pair.seesEnd())
    }

    @Test("a descriptor that is not open has no second one")
    func nothing() {
        #expect(SharedSocket(duplicating: -1) == nil)
    }
}
