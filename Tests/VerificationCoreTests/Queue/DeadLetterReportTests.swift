import Testing
import VerificationCore
import VerificationTesting

@Suite("A dead letter as an operator may see it")
struct DeadLetterReportTests {
    @Test("has the message's id as its name where that is a UUID, and otherwise a digest of the body")
    func name() {
        let id = "01890A5D-ac96-774b-bcce-b302099a8057"
        #expect(DeadLetterReport.name(messageID: id, body: [1]) == id.lowercased())
        let digests = [nil, "7", "<script>", id + "0"].map { DeadLetterReport.name(messageID: $0, body: []) }
        #expect(Set(digests) == ["sha256-e3b0c44298fc1c149afbf4c8996fb924"])
        #expect(DeadLetterReport.name(messageID: nil, body: [1]) != digests[0])
        #expect(DeadLetterReport.isName(id) && DeadLetterReport.isName(digests[0]))
        for text in ["", "x", "sha256-", digests[0] + "0", "sha256-E3b0c44298fc1c149afbf4c8996fb924"] {
            #expect(!DeadLetterReport.isName(text), "\(text)")
        }
    }

    @Test("shows a number masked, whether a publisher has judged it or not, and no number that is none")
    func phone() throws {
        let request = try #require(VerificationRequest.sample(1))
        let judged = content(of: RequestCodec.encode(request))
        #expect(judged.phone == request.phone.masked && judged.verification == request.id)
        #expect(judged.deadline == request.deadline)
        #expect(content(of: Array(#"{"phoneNumber":"+4915112345678"}"#.utf8)).phone == "+•••••••78")
        for body in [#"{"phoneNumber":"+49151x"}"#, #"{"phoneNumber":4915112345678}"#, "[]", "{", "+4915112345678"] {
            #expect(content(of: Array(body.utf8)).phone == nil, "\(body)")
        }
        #expect(content(of: Array(#"{"data":{"verificationId":"\#(request.id)"}}"#.utf8)).verification == request.id)
    }

    @Test("shows the first bytes without a digit and without what a terminal or a browser would obey")
    func beginning() {
        let bytes = Array("code 482911\u{1B}[2J é\n".utf8) + [0xFF, 0x00]
        #expect(content(of: bytes).beginning == "code ######.[#J .....")
        #expect(content(of: [UInt8](repeating: 0x41, count: 1_000)).beginning.count == 120)
        #expect(content(of: []).beginning.isEmpty)
    }

    @Test("hides long numbers in what a publisher says of itself, and cuts long texts")
    func source() {
        let source = DeadLetterReport.Source(
            type: "verification.request.v1", app: "+4915112345678 <b>\u{7}", user: String(repeating: "x", count: 999),
            publishedAt: nil)
        #expect(source.type == "verification.request.v1" && source.app == "+############# <b>?")
        #expect(source.user?.count == 100)
    }

    private func content(of body: [UInt8]) -> DeadLetterContent {
        DeadLetterContent(body, size: body.count, isWhole: true)
    }
}
