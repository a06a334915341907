import GatewayConformance
import Gateways
import Testing
import VerificationCore

@Suite("Kannel's receipts")
struct KannelReceiptTests {
    private static let id = OutgoingMessage.sample().id.description

    private func receipts(
        _ query: String, token: String = KannelScript.token, method: String = "GET"
    ) throws -> [DeliveryReceipt] {
        try KannelReceipts(token: Secret(token)).receipts(
            in: ReceiptCall(method: method, url: "https://example.com/kannel\(query)", headers: [], body: []),
            at: Timestamp(seconds: 0))
    }

    private func receipts(type: String, error: String = "") throws -> [DeliveryReceipt] {
        try receipts("?token=\(KannelScript.token)&id=\(Self.id)&type=\(type)&error=\(error)")
    }

    @Test("the URL that a message came with, filled in by Kannel, is its receipt, as often as it is called")
    func filledIn() async throws {
        let request = try await StandInRequest.sent(by: KannelScript())
        let url = try #require(request.form?["dlr-url"]).replacing("%d", with: "2").replacing("%B", with: "011")
        let reader = try KannelReceipts(token: Secret(KannelScript.token))
        let call = ReceiptCall(method: "GET", url: url, headers: [], body: [])
        for _ in 1...2 {
            #expect(
                try reader.receipts(in: call, at: Timestamp(seconds: 0)) == [
                    DeliveryReceipt(gatewayID: Self.id, status: .undelivered, reason: "error-11")
                ])
        }
    }

    @Test(
        "bits tell what happened, and the last of several things counts",
        arguments: [
            ("1", .delivered), ("2", .undelivered), ("4", .queued), ("8", .sent), ("16", .rejected), ("34", .expired),
            ("32", .expired), ("12", .sent), ("9", .delivered), ("10", .undelivered), ("24", .rejected),
            ("65", .delivered),
        ] as [(String, DeliveryStatus)])
    func types(type: String, status: DeliveryStatus) throws {
        #expect(try receipts(type: type) == [DeliveryReceipt(gatewayID: Self.id, status: status)])
    }

    @Test("unknown bits lead to no receipt", arguments: ["0", "64", "128"])
    func unknownBits(type: String) throws {
        #expect(try receipts(type: type).isEmpty)
    }

    @Test(
        "the network's error is the reason, if it is a number",
        arguments: [
            ("", nil), ("000", nil), ("0", nil), ("001", "error-1"), ("1042", "error-1042"), ("abc", nil),
            ("4915110000001", nil),
        ] as [(String, String?)])
    func errors(error: String, reason: String?) throws {
        #expect(
            try receipts(type: "2", error: error) == [
                DeliveryReceipt(gatewayID: Self.id, status: .undelivered, reason: reason)
            ])
    }

    @Test("without the token, or with another, a call is forged")
    func forged() {
        let rest = "&id=\(Self.id)&type=1"
        for token in KannelScript.token.withEachByteChanged {
            #expect(throws: ReceiptError.forged) { try receipts("?token=\(token)\(rest)") }
        }
        let token = KannelScript.token
        for query in [
            "", "?", "?\(rest)", "?token=\(rest)", "?token=\(token)x\(rest)", "?token=\(token.dropLast())\(rest)",
            "?Token=\(token)\(rest)", "?token=\(token)\(rest)&token=\(token)", "?token=\(token)\(rest)&type=1",
            "?token=\(token)\(rest)&x=%zz", "#?token=\(token.uppercased())\(rest)",
        ] {
            #expect(throws: ReceiptError.forged, "\(query)") { try receipts(query) }
        }
    }

    @Test("with the token, but without an id or a type, a call is unreadable")
    func unreadable() {
        let long = String(repeating: "x", count: 256)
        for rest in [
            "", "&id=a", "&type=1", "&id=&type=1", "&id=\(long)&type=1", "&id=a&type=", "&id=a&type=x", "&id=a&type=-1",
            "&id=a&type=1.0", "&id=a&type=99999",
        ] {
            #expect(throws: ReceiptError.unreadable, "\(rest)") {
                try receipts("?token=\(KannelScript.token)\(rest)")
            }
        }
        #expect(throws: Never.self) {
            try receipts("?token=\(KannelScript.token)&id=\(long.dropLast())&type=1")
        }
    }

    @Test("a token that somebody could guess is refused, and none is ever told")
    func tokens() throws {
        for token in [
            "", "s3cret-15-bytes", String(repeating: "x", count: 129), "s3cret 16 bytes.", "s3cret%16bytes_%",
        ] {
            let error = #expect(throws: GatewaySettingsError.self) { try KannelReceipts(token: Secret(token)) }
            #expect(error?.code == .guessableToken && error.map { "\($0)".contains("s3cret") } == false)
        }
        for count in [16, 128] {
            #expect(throws: Never.self) { try KannelReceipts(token: Secret(String(repeating: "x", count: count))) }
        }
        var dumped = ""
        dump(try KannelReceipts(token: Secret(KannelScript.token)), to: &dumped)
        #expect(!dumped.contains(KannelScript.token))
    }
}
