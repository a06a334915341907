import NIOCore
import Testing

@testable import SMPP

@Suite("PDUs out of a stream")
struct PDUStreamTests {
    /// Takes all that is there.
    private func drain(_ buffer: inout ByteBuffer) throws(SMPPError) -> [PDUFrame] {
        var frames: [PDUFrame] = []
        while let frame = try PDUFrame(takingFrom: &buffer) { frames.append(frame) }
        return frames
    }

    @Test("a stream gives the same PDUs wherever it is split")
    func splits() throws {
        let pdus = [PDUSamples.bind.pdu, PDU(sequence: 5, .enquireLink), PDUSamples.submit.pdu]
        let octets = try pdus.flatMap { try $0.octets() }
        for split in 0...octets.count {
            var buffer = ByteBuffer(bytes: octets[..<split])
            var frames = try drain(&buffer)
            buffer.writeBytes(octets[split...])
            frames += try drain(&buffer)
            #expect(try frames.map { try PDU($0) } == pdus, "split at \(split)")
            #expect(buffer.readableBytes == 0)
        }
    }

    @Test("a stream that comes octet by octet gives its PDUs")
    func drip() throws {
        let pdus = [PDUSamples.submit.pdu, PDU(sequence: 3, .unbind)]
        var buffer = ByteBuffer()
        var read: [PDU] = []
        for octet in try pdus.flatMap({ try $0.octets() }) {
            buffer.writeInteger(octet)
            read += try drain(&buffer).map { try PDU($0) }
        }
        #expect(read == pdus)
    }

    @Test("garbage ends in PDUs or in a typed refusal, never in a crash", arguments: 1...30 as ClosedRange<UInt64>)
    func garbage(seed: UInt64) {
        var random = RandomPDUs(seed: seed)
        for _ in 0..<300 {
            var buffer = ByteBuffer(bytes: random.octets(400))
            // Most random lengths are refused at once; a likely length lets the body be looked at.
            if Bool.random(using: &random) { buffer.setInteger(UInt32.random(in: 16...400, using: &random), at: 0) }
            if Bool.random(using: &random), let command = Command.allCases.randomElement(using: &random) {
                buffer.setInteger(command.rawValue, at: 4)
            }
            readOrRefuse(&buffer)
        }
    }

    @Test("a PDU with one octet changed is read or refused", arguments: 1...10 as ClosedRange<UInt64>)
    func damage(seed: UInt64) throws {
        var random = RandomPDUs(seed: seed)
        for _ in 0..<100 {
            var octets = try random.pdu().octets()
            octets[Int.random(in: octets.indices, using: &random)] = .random(in: 0...255, using: &random)
            var buffer = ByteBuffer(bytes: octets)
            readOrRefuse(&buffer)
        }
    }

    /// Each turn takes octets or ends, so the loop cannot go on for ever.
    private func readOrRefuse(_ buffer: inout ByteBuffer) {
        do throws(SMPPError) {
            while true {
                let before = buffer.readableBytes
                guard let frame = try PDUFrame(takingFrom: &buffer) else { return }
                #expect(buffer.readableBytes <= before - PDUFrame.headerLength)
                refuseOrWriteBack(frame)
            }
        } catch {
            #expect(error.code == .lengthOutOfRange)
        }
    }

    /// What could be read can be written, unless a length that only a reader tolerates is in it.
    private func refuseOrWriteBack(_ frame: PDUFrame) {
        do throws(SMPPError) {
            let pdu = try PDU(frame)
            #expect(pdu.command == frame.command)
        } catch {
            #expect([.sequenceZero, .truncated, .fieldTooLong, .parametersUnreadable].contains(error.code))
        }
    }
}
