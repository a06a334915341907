import NIOCore
import SMPP
import Testing
import VerificationCore

@testable import Sandbox

/// Each test is a script: what comes in, and what the SMSC does.
@Suite("A conversation of the sandbox's SMSC", .timeLimit(.minutes(10)))
struct SMSCConversationTests {
    private var conversation: SMSCConversation

    init() throws { conversation = SMSCConversation(accounts: try SandboxAccounts()) }

    private mutating func hears(_ body: PDU.Body, _ sequence: UInt32 = 7) throws -> [SMSCConversation.Step] {
        conversation.receive(try frame(PDU(sequence: sequence, body)))
    }

    private func frame(_ pdu: PDU) throws -> PDUFrame {
        var octets = ByteBuffer()
        try pdu.write(to: &octets)
        return try #require(try PDUFrame(takingFrom: &octets))
    }

    private mutating func bind(_ role: BindRole = .transceiver) throws {
        let steps = try hears(.bind(BindRequest(systemID: "sandbox", password: "sandbox", role: role)))
        #expect(steps.count == 2 && steps.last == .bound(role) && conversation.isBound)
    }

    private static let message = SubmitMessage(
        source: .none, destination: .international("4915112345678"), dataCoding: 0, shortMessage: [0x41])

    private static func refusal(_ status: CommandStatus) -> [SMSCConversation.Step] {
        [.write(PDU(sequence: 7, status: status, .submitResponse(messageID: nil)))]
    }

    @Test("nothing is taken before the bind, and nothing of a receiver")
    mutating func notBound() throws {
        #expect(try hears(.submit(Self.message)) == Self.refusal(.invalidBindStatus))
        try bind(.receiver)
        #expect(try hears(.submit(Self.message)) == Self.refusal(.invalidBindStatus))
    }

    @Test("a second bind is refused, and the first stays", arguments: BindRole.allCases)
    mutating func boundTwice(_ role: BindRole) throws {
        try bind(role)
        let again = try hears(.bind(BindRequest(systemID: "sandbox", password: "sandbox", role: role)))
        #expect(again == [.write(PDU(sequence: 7, status: .alreadyBound, .bindResponse(role, nil)))])
        #expect(conversation.isBound)
    }

    @Test("after a refused bind the connection ends, and nothing more is heard")
    mutating func refusedBind() throws {
        let steps = try hears(.bind(BindRequest(systemID: "sandbox", password: "guess")))
        #expect(
            steps == [
                .write(PDU(sequence: 7, status: .invalidPassword, .bindResponse(.transceiver, nil))), .close,
            ])
        #expect(try hears(.enquireLink).isEmpty && !conversation.isBound)
    }

    @Test("a thousand submits may be open; the next is throttled, until one has its answer")
    mutating func window() throws {
        try bind()
        for number in 1...1_000 {
            #expect(try hears(.submit(Self.message), UInt32(number)) == [.take(Self.message, sequence: UInt32(number))])
        }
        #expect(try hears(.submit(Self.message)) == Self.refusal(.throttled))
        // A lost answer gives its place back as well.
        #expect(conversation.answered(1, with: nil, id: nil).isEmpty)
        #expect(try hears(.submit(Self.message)) == [.take(Self.message, sequence: 7)])
    }

    @Test("at the end answers come first, then the unbind, then the close")
    mutating func finish() throws {
        try bind()
        _ = try hears(.submit(Self.message), 3)
        #expect(conversation.finish().isEmpty)
        #expect(try hears(.submit(Self.message)) == Self.refusal(.systemError))
        #expect(
            conversation.answered(3, with: .ok, id: "a") == [
                .write(PDU(sequence: 3, .submitResponse(messageID: "a"))), .write(PDU(sequence: 1, .unbind)),
            ])
        #expect(try hears(.unbindResponse, 1) == [.close])
    }

    @Test("a goodbye of the sender is answered")
    mutating func unbind() throws {
        try bind()
        #expect(try hears(.unbind) == [.write(PDU(sequence: 7, .unbindResponse)), .close])
    }

    @Test(
        "an unreadable submit, an unknown command and a command for senders are refused; unknown answers are not heard")
    mutating func strange() throws {
        try bind()
        var torn = ByteBuffer()
        torn.writeMultipleIntegers(
            20 as UInt32, Command.submit.rawValue, 0 as UInt32, 7 as UInt32, 0x4142_4344 as UInt32)
        let unreadable = try #require(try PDUFrame(takingFrom: &torn))
        #expect(conversation.receive(unreadable) == Self.refusal(.invalidMessageLength))
        let nack = [SMSCConversation.Step.write(PDU(sequence: 7, status: .invalidCommandID, .genericNack))]
        #expect(try hears(.other(command: 0x21, octets: [])) == nack)
        #expect(try hears(.other(command: 0x8000_0021, octets: [])).isEmpty)
        #expect(try hears(.submitResponse(messageID: "x")).isEmpty)
        #expect(conversation.isBound)
    }

    @Test("what a sender says to a receipt is heard, also when it could not read it")
    mutating func receipts() throws {
        try bind()
        #expect(try hears(.deliverResponse, 5) == [.delivered(sequence: 5, isTaken: true)])
        let refused = PDU(sequence: 6, status: .temporaryReceiverError, .deliverResponse)
        #expect(conversation.receive(try frame(refused)) == [.delivered(sequence: 6, isTaken: false)])
        #expect(try hears(.genericNack, 8) == [.delivered(sequence: 8, isTaken: false)])
    }
}
