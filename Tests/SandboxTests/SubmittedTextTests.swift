import SMPP
import Testing
import VerificationCore
import VerificationTesting

@testable import Sandbox

@Suite("The text of a submit_sm", .timeLimit(.minutes(10)))
struct SubmittedTextTests {
    private func submit(
        _ octets: [UInt8], coding: UInt8 = 0, hasHeader: Bool = false, _ parameters: [Parameter] = []
    ) -> SubmitMessage {
        var message = SubmitMessage(
            source: .none, destination: .international("4915112345678"), dataCoding: coding, shortMessage: octets)
        message.esmClass = hasHeader ? .userDataHeader : .plain
        message.parameters = parameters
        return message
    }

    @Test("every text that the program can write is read again", arguments: 0..<200)
    func roundTrip(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let alphabets = [
            "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./09:;<=>?¡AZÄÖÑÜ§¿azäöñüà^{}\\[~]|€\u{0C}", "жçرמ😀",
        ]
        let letters = Array((seed % 2 == 0 ? alphabets[0] : alphabets.joined()).unicodeScalars)
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...160, using: &random) {
            if let letter = letters.randomElement(using: &random) { text.append(letter) }
        }
        let written = String(text)
        let encoding = SMSEncoding(for: written)
        let read = SubmittedText(submit(encoding.octets(of: written), coding: encoding == .ucs2 ? 8 : 0))
        #expect(read?.text == written && read?.encoding == encoding && read?.segment == nil)
    }

    @Test(
        "a segment is known by either header or by its parameters",
        arguments: [
            ([5, 0, 3, 9, 3, 2], 9), ([6, 8, 4, 1, 9, 3, 2], 265),
            // An element that nobody here knows stands before it.
            ([8, 0x24, 1, 1, 0, 3, 9, 3, 2], 9),
        ] as [([UInt8], UInt16)])
    func segments(header: [UInt8], reference: UInt16) throws {
        let read = try #require(SubmittedText(submit(header + [0x41], hasHeader: true)))
        #expect(read.text == "A" && read.segment == Segment(reference: reference, number: 2, count: 3))
        let parameters = [
            Parameter(.init(rawValue: 0x020C), value: [0, 9]), Parameter(.init(rawValue: 0x020E), value: [3]),
            Parameter(.init(rawValue: 0x020F), value: [2]),
        ]
        let byParameters = try #require(SubmittedText(submit([0x41], coding: 0, parameters)))
        #expect(byParameters.segment == Segment(reference: 9, number: 2, count: 3))
    }

    @Test(
        "a header that does not end within the message is refused; a segment that cannot be is a whole message",
        arguments: [
            ([], nil), ([5], nil), ([5, 0, 3, 9, 3], nil), ([5, 0, 3, 9, 3, 4, 0x41], "A"),
            ([5, 0, 3, 9, 1, 1, 0x41], "A"),
            ([5, 0, 9, 9, 3, 2, 0x41], "A"), ([0, 0x41], "A"),
        ] as [([UInt8], String?)])
    func brokenHeaders(octets: [UInt8], text: String?) {
        let read = SubmittedText(submit(octets, hasHeader: true))
        #expect(read?.text == text && read?.segment == nil)
    }

    @Test("other codings are read as far as they go: Latin-1, half a UTF-16 unit, a lone escape")
    func codings() {
        #expect(SubmittedText(submit([0xE9], coding: 3))?.text == "é")
        #expect(SubmittedText(submit([0x04, 0x36, 0x04], coding: 8))?.text == "ж")
        #expect(SubmittedText(submit([0x41, 0x1B]))?.text == "A")
        #expect(SubmittedText(submit([0x1B, 0x41]))?.text == "A")
    }

    @Test("a destination that is no number is refused", arguments: ["", "12", "+49151a", "1234567890123456", "Acme"])
    func destinations(text: String) {
        var message = submit([0x41])
        message.destination = SMPPAddress(typeOfNumber: 1, numberingPlan: 1, text)
        #expect(message.draft == nil)
        message.destination.text = "+4915112345678"
        #expect(message.draft?.phone == "+4915112345678")
    }
}
