import Testing

@testable import SMPP

@Suite("Reading receipts")
struct SMSCReceiptTests {
    private let usual = """
        id:0123456789 sub:001 dlvrd:001 submit date:2601020304 done date:2601020305 stat:DELIVRD err:000 text:Your code
        """

    private func read(_ text: String, dataCoding: UInt8 = 0, esmClass: ESMClass = .receipt) -> SMSCReceipt? {
        var message = PDUSamples.receipt(text)
        message.dataCoding = dataCoding
        message.esmClass = esmClass
        return SMSCReceipt(message)
    }

    @Test("the usual text gives id, state and date")
    func usualText() throws {
        let receipt = try #require(read(usual))
        #expect(receipt.messageID == "0123456789")
        #expect(receipt.state == .delivered)
        #expect(receipt.networkError == nil)
        #expect(receipt.doneDate == "2601020305")
    }

    @Test(
        "every variant gives id and state",
        arguments: [
            // Capitals, and keys that some SMSCs leave out.
            "Id:A1 Sub:001 Stat:UNDELIV Err:045 Text:x", "ID:A1 STAT:UNDELIV ERR:045", "id:A1 stat:UNDELIV err:045",
            // Seconds in the dates, spaces after a colon, another order, line ends.
            "id:A1 submit date:260102030405 done date:260102030506 stat:UNDELIV err:045 text:",
            "id: A1 sub: 001 dlvrd: 000 stat: UNDELIV err: 045 text: ", "stat:UNDELIV err:045 id:A1",
            "id:A1\r\nstat:UNDELIV\r\nerr:045", "id:A1 sub: dlvrd: stat:undeliverable err:045",
            // The message's own words are no receipt.
            "id:A1 stat:UNDELIV err:045 text:id:B2 stat:DELIVRD err:000",
            "id:A1 stat:UNDELIV err:045 text:\0\u{5}\0\u{3} id:B2",
            // A user data header before the text.
            "\u{5}\0\u{3}\u{7}\u{1}\u{1}id:A1 stat:UNDELIV err:045",
        ])
    func variants(text: String) throws {
        let receipt = try #require(read(text))
        #expect(receipt.messageID == "A1")
        #expect(receipt.state == .undeliverable)
        #expect(receipt.networkError == "045")
    }

    @Test("a receipt is read in octets, Latin-1 and UTF-16, and in octets that claim to be UTF-16")
    func alphabets() {
        var wide = PDUSamples.receipt("")
        wide.dataCoding = 8
        wide.shortMessage = usual.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        #expect(SMSCReceipt(wide) == read(usual))
        for dataCoding: UInt8 in [0, 1, 3, 4, 8] { #expect(read(usual, dataCoding: dataCoding) == read(usual)) }
    }

    @Test("a receipt in message_payload is read like one in short_message")
    func payload() {
        let message = PDUSamples.receipt("", parameters: [Parameter(.messagePayload, value: Array(usual.utf8))])
        #expect(SMSCReceipt(message) == read(usual))
    }

    @Test("parameters come before the text, and need no text and no esm_class")
    func parametersFirst() throws {
        let parameters = [
            Parameter(.messageState, value: [3]), Parameter(.receiptedMessageID, value: Array("ff00\0".utf8)),
            Parameter(.networkErrorCode, value: [3, 1, 4]),
        ]
        var message = PDUSamples.receipt("", parameters: parameters)
        message.esmClass = .plain
        let alone = try #require(SMSCReceipt(message))
        #expect(alone.messageID == "ff00")
        #expect(alone.state == .expired)
        #expect(alone.networkError == "260")
        message.shortMessage = Array(usual.utf8)
        let both = try #require(SMSCReceipt(message))
        #expect(both.messageID == "ff00")
        #expect(both.state == .expired)
        #expect(both.doneDate == "2601020305")
    }

    @Test("an id without its NUL is read, an empty one gives way to the text's")
    func oddParameters() {
        let bare = PDUSamples.receipt(
            "stat:DELIVRD", parameters: [Parameter(.receiptedMessageID, value: Array("x".utf8))])
        #expect(SMSCReceipt(bare)?.messageID == "x")
        let empty = PDUSamples.receipt(usual, parameters: [Parameter(.receiptedMessageID, value: [0])])
        #expect(SMSCReceipt(empty)?.messageID == "0123456789")
        let long = PDUSamples.receipt(usual, parameters: [Parameter(.messageState, value: [2, 2])])
        #expect(SMSCReceipt(long)?.state == .delivered)
    }

    @Test(
        "the type bits alone say what is a receipt",
        arguments: [
            (0x04, true), (0x20, true), (0x44, true), (0xC4, true), (0x07, true), (0x00, false), (0x40, false),
            (0x08, false), (0x10, false), (0x24, false),
        ] as [(UInt8, Bool)])
    func types(esmClass: UInt8, isReceipt: Bool) {
        #expect((read(usual, esmClass: ESMClass(rawValue: esmClass)) != nil) == isReceipt)
    }

    @Test(
        "a receipt without an id or a state is unreadable",
        arguments: [
            "", "hello", "id:A1", "stat:DELIVRD", "id: stat:DELIVRD", "text:id:A1 stat:DELIVRD", "grid:A1 stat:DELIVRD",
        ])
    func unreadable(text: String) {
        #expect(read(text) == nil)
    }

    @Test(
        "the state's word may be whole, short, in any case, or a number",
        arguments: [
            ("ENROUTE", .enRoute), ("DELIVRD", .delivered), ("delivered", .delivered), ("EXPIRED", .expired),
            ("DELETED", .deleted), ("UNDELIV", .undeliverable), ("ACCEPTD", .accepted), ("UNKNOWN", .unknown),
            ("REJECTD", .rejected), ("SCHEDULED", .scheduled), ("SKIPPED", .skipped), ("2", .delivered),
            ("GONE", .unknown), ("77", .unknown),
        ] as [(String, MessageState)])
    func states(word: String, state: MessageState) {
        #expect(MessageState(word: word) == state)
        #expect(read("id:A1 stat:\(word)")?.state == state)
    }

    @Test(
        "an id has its hexadecimal and decimal forms",
        arguments: [
            ("255", ["255", "ff", "FF", "597", "000000ff", "000000FF"]),
            ("00ff", ["00ff", "ff", "255"]), ("4D2", ["4D2", "1234"]), ("abc-1", ["abc-1"]), ("0", ["0", "00000000"]),
            ("18446744073709551616", ["18446744073709551616"]), ("deadbeefdeadbeefa", ["deadbeefdeadbeefa"]),
        ])
    func ids(id: String, forms: [String]) {
        #expect(read("id:\(id) stat:DELIVRD")?.possibleIDs == forms)
    }

    @Test("an id of 65 characters is read")
    func longID() {
        let id = String(repeating: "z", count: 65)
        #expect(read("id:\(id) stat:DELIVRD")?.messageID == id)
    }

    @Test("garbage is a receipt or none, never a crash", arguments: 1...10 as ClosedRange<UInt64>)
    func garbage(seed: UInt64) {
        var random = RandomPDUs(seed: seed)
        let words = ["id:", "stat", ":", " ", "submit date:", "text:", "done", "ID : ", "\0", "err:000", "a1"]
        for _ in 0..<500 {
            let text = (0..<8).map { _ in words.randomElement(using: &random) ?? "" }.joined()
            if let receipt = read(text, dataCoding: Bool.random(using: &random) ? 0 : 8) {
                #expect(!receipt.messageID.isEmpty, "seed \(seed)")
            }
        }
    }
}
