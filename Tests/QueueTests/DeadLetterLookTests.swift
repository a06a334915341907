import AMQP
import Testing
import VerificationCore
import VerificationTesting

@testable import Queue

@Suite("a look into the dead letters on RabbitMQ", .timeLimit(.minutes(10)))
struct DeadLetterLookTests {
    @Test("any bytes are shown safely: their size and first bytes, and no digit of a code or a number")
    func hostile() async throws {
        try await withBroker { broker in
            let script = Array(#"<script>alert("+4915112345678")</script>"#.utf8)
            let large = [UInt8](repeating: 0xFF, count: 1 << 20)
            for body in [script, large, [0, 0xC3, 0x28, 0x0A]] {
                try await broker.die(AMQPMessage(body: body, messageID: "<b>", appID: "+4915112345678"))
            }
            try await broker.untilDead(3)
            let look = try await broker.dead.look(at: 10)
            #expect(look.present == 3 && look.letters.map(\.content.size) == [script.count, 1 << 20, 4])
            #expect(look.letters[0].content.beginning == #"<script>alert("+#############")</script>"#)
            #expect(look.letters[1].content.beginning == String(repeating: ".", count: 120))
            #expect(!look.letters[1].content.isWhole && look.letters[2].content.beginning == "..(.")
            for letter in look.letters {
                #expect(letter.name.hasPrefix("sha256-") && letter.source.app == "+#############")
                #expect(letter.death.reason == .unknown && letter.kind == nil && !letter.isReplayable)
            }
            #expect(Set(look.letters.map(\.name)).count == 3)
            try await broker.untilDead(3)
            let again = try await broker.dead.look(at: 10).letters
            #expect(again.count == 3 && again.allSatisfy(look.letters.contains))
        }
    }

    @Test("a look says who published a letter, when, and for which verification")
    func source() async throws {
        try await withBroker { broker in
            let request = try #require(VerificationRequest.sample(1))
            let message = AMQPMessage(
                body: RequestCodec.encode(request), type: RequestCodec.messageType,
                messageID: request.id.description, appID: "demo", timestamp: 1_767_225_600,
                headers: [
                    MessageHeader.reason: "invalid-member", MessageHeader.detail: "phoneNumber",
                    MessageHeader.publisher: "shop", MessageHeader.deadAt: "2026-01-01T00:01:00Z",
                ])
            try await broker.die(message)
            try await broker.untilDead(1)
            let letter = try #require(try await broker.dead.look(at: 1).letters.first)
            #expect(letter.name == request.id.description && letter.kind == .requests && letter.isReplayable)
            #expect(letter.death.reason == .worker(.invalidMember) && letter.death.detail == "phoneNumber")
            #expect(letter.death.at == Timestamp(seconds: 1_767_225_660))
            #expect(letter.source.app == "demo" && letter.source.user == "shop")
            #expect(letter.source.publishedAt == Timestamp(seconds: 1_767_225_600))
            #expect(letter.content.verification == request.id && letter.content.deadline == request.deadline)
            #expect(letter.content.phone == request.phone.masked)
        }
    }

    @Test("a look stops after so many bytes, and says so")
    func bounded() async throws {
        try await withBroker { broker in
            for number in 0..<10 {
                try await broker.die(AMQPMessage(body: [UInt8](repeating: UInt8(number), count: 2 << 20)))
            }
            try await broker.untilDead(10)
            let look = try await broker.dead.look(at: 50)
            #expect(look.present == 10 && look.letters.count == 8 && look.isCutShort)
            try await broker.untilDead(10)
        }
    }

    @Test("a letter without an id is replayed by the digest of its body, as it was published; the others stay")
    func byDigest() async throws {
        try await withBroker { broker in
            for number: UInt8 in 1...3 {
                try await broker.die(
                    AMQPMessage(
                        body: [number], type: RequestCodec.messageType, headers: [MessageHeader.reason: "not-json"]))
            }
            try await broker.untilDead(3)
            let names = try await broker.dead.look(at: 10).letters.map(\.name)
            #expect(names[1] == DeadLetterReport.name(messageID: nil, body: [2]))
            #expect(await broker.dead.replay(named: names[1], among: 10) == DeadLetterReplay(replayed: 1, left: 2))
            let message = try #require(try await broker.client.get(queue: broker.topology.requests)).message
            #expect(message.body == [2] && message.headers[MessageHeader.reason] == nil)
            try await broker.untilDead(2)
            #expect(Set(try await broker.dead.look(at: 10).letters.map(\.name)) == [names[0], names[2]])
        }
    }

    @Test("a look without a broker says so")
    func noBroker() async throws {
        let dead = DeadLetterQueue(try AMQPConfiguration(urls: "amqp://127.0.0.1:1"))
        await #expect(throws: BrokerError.self) { try await dead.look(at: 1) }
        #expect(await dead.replay(named: "x", among: 1).problem?.kind == .unavailable)
    }
}

extension BrokerHarness {
    /// Puts a message among the dead letters, as any program with rights at the broker could.
    fileprivate func die(_ message: AMQPMessage) async throws {
        try await client.declare(topology.declarations)
        try await stranger.publish(message, exchange: "", routingKey: topology.dead)
    }

    /// Waits until so many messages are dead; the suite's time limit ends a wait that is too long.
    fileprivate func untilDead(_ count: Int) async throws {
        while try await client.inspect(queue: topology.dead)?.messages != count { try Task.checkCancellation() }
    }
}
