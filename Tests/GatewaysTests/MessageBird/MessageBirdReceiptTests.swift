import Crypto
import FoundationEssentials
import Gateways
import Testing
import VerificationCore

/// The tokens are made by PyJWT 2.15.1, and MessageBird's own `RequestValidator` (Python, 2.2.0) takes them.
@Suite("MessageBird's receipts")
struct MessageBirdReceiptTests {
    private static let base = "https://verify.example.com/v1/receipts/bird"
    private static let url =
        base + "?id=4a1b&reference=r&recipient=4915112345678&status=delivery_failed&statusErrorCode=27"
        + "&statusDatetime=2026-01-02T03%3A04%3A05%2B00%3A00&price%5Bamount%5D=0.03"
    private static let key = "PlLrKaqvZNRR5zAjm42ZT6q1SQxgbbGd"
    private static let sentAt: Int64 = 1_767_323_045
    private static let receipt = DeliveryReceipt(gatewayID: "4a1b", status: .undelivered, reason: "error-27")
    private static let claims: String = """
        eyJpc3MiOiJNZXNzYWdlQmlyZCIsIm5iZiI6MTc2NzMyMzA0NSwiZXhwIjoxNzY3MzIzMTA1LCJqdGkiOiJqLTEiLC\
        J1cmxfaGFzaCI6IjY4OWYyNDViYmFlM2ZjMzgzZDUxYjNjMDU0MGM4ZWRhYTY4OTIyN2M2NDQyN2I5MTRlMmQyZTM0\
        ZWQwNDQ4ZDYifQ
        """
    private static let tokens: [String] = [
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.\(claims).0SZsdYoY20O8y8VTCzf5tN8UOK2D0Qs1WpvP8ecTkuE",
        "eyJhbGciOiJIUzM4NCIsInR5cCI6IkpXVCJ9.\(claims).ED8Z-TsJJX6Qus-9bQfddTL_rVDkS1XQXMRI33LYd73VEzRGzN0V-kQP6dgybBge",
        "eyJhbGciOiJIUzUxMiIsInR5cCI6IkpXVCJ9.\(claims).mdTDRLA8ODF0igzSDtjuKb9WYXZ38yVEH2cEwdmeF5WMILIyDyGhIX1mt5TdwtAVhHOf9PP4CoQEx0MiR_fKqA",
    ]
    /// Of a call with the body `{"a":1}`.
    private static let tokenWithBody = """
        eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJNZXNzYWdlQmlyZCIsIm5iZiI6MTc2NzMyMzA0NSwiZ\
        XhwIjoxNzY3MzIzMTA1LCJqdGkiOiJqLTEiLCJ1cmxfaGFzaCI6IjY4OWYyNDViYmFlM2ZjMzgzZDUxYjNjMDU0MGM\
        4ZWRhYTY4OTIyN2M2NDQyN2I5MTRlMmQyZTM0ZWQwNDQ4ZDYiLCJwYXlsb2FkX2hhc2giOiIwMTVhYmQ3ZjVjYzU3Y\
        TJkZDk0Yjc1OTBmMDRhZDgwODQyNzM5MDVlZTMzZWM1Y2ViZWFlNjIyNzZhOTdmODYyIn0.5rbkyD-4uYlqYywZYqD\
        SeOVpeTgpJGhr40SqfSM6XNs
        """

    private func receipts(
        _ token: String?, url: String = url, body: String = "", key: String = key, at moment: Timestamp? = nil
    ) throws(ReceiptError) -> [DeliveryReceipt] {
        let headers = token.map { [("messagebird-signature-jwt", $0)] } ?? []
        return try MessageBirdReceipts(signingKey: Secret(key)).receipts(
            in: ReceiptCall(method: "GET", url: url, headers: headers, body: Array(body.utf8)),
            at: moment ?? Timestamp(seconds: Self.sentAt))
    }

    @Test("a signed report is believed, as often as it comes", arguments: tokens)
    func believed(token: String) throws {
        for _ in 1...2 { #expect(try receipts(token) == [Self.receipt]) }
    }

    @Test("a body belongs to its token, and a token with a body's hash to a body")
    func bodies() throws {
        #expect(try receipts(Self.tokenWithBody, body: #"{"a":1}"#) == [Self.receipt])
        for body in ["", #"{"a":2}"#, #"{"a":1} "#] {
            #expect(throws: ReceiptError.forged) { try receipts(Self.tokenWithBody, body: body) }
        }
        #expect(throws: ReceiptError.forged) { try receipts(Self.tokens[0], body: #"{"a":1}"#) }
    }

    @Test("whatever byte was changed, the report is forged")
    func changed() {
        for token in Self.tokens.flatMap(\.withEachByteChanged) {
            #expect(throws: ReceiptError.forged, "\(token)") { try receipts(token) }
        }
        for url in Self.url.withEachByteChanged {
            #expect(throws: ReceiptError.forged, "\(url)") { try receipts(Self.tokens[0], url: url) }
        }
    }

    @Test("a call without a token, or with another key's, is forged")
    func forged() {
        let token = Self.tokens[0]
        for token in [nil, "", "..", "a.b.c", token + ".", token + "=", String(token.dropLast()), "." + token] {
            #expect(throws: ReceiptError.forged) { try receipts(token) }
        }
        #expect(throws: ReceiptError.forged) { try receipts(token, key: "other") }
    }

    @Test("a token is valid from its first second to its last, with a second's grace")
    func age() throws {
        let (start, end) = (Timestamp(seconds: Self.sentAt), Timestamp(seconds: Self.sentAt + 60))
        for moment in [start - .seconds(1), end, end + .milliseconds(999)] {
            #expect(try receipts(Self.tokens[0], at: moment) == [Self.receipt])
        }
        for moment in [start - .milliseconds(1_001), end + .seconds(1), end + .seconds(86_400)] {
            #expect(throws: ReceiptError.forged) { try receipts(Self.tokens[0], at: moment) }
        }
    }

    // MARK: Tokens made here

    /// A report with this query; the claims are right unless they are given.
    private func signed(
        _ query: String, header: String = #"{"alg":"HS256"}"#, claims: String? = nil
    ) throws(ReceiptError) -> [DeliveryReceipt] {
        let url = Self.base + "?" + query
        let hash = SHA256.hash(data: Array(url.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let right = #"{"iss":"MessageBird","nbf":1767323045,"exp":1767323105,"url_hash":"\#(hash)"}"#
        let text = [header, (claims ?? right).replacing("HASH", with: hash)]
            .map { Base64.encodeForURL(Array($0.utf8)) }.joined(separator: ".")
        let code = HMAC<SHA256>.authenticationCode(
            for: Array(text.utf8), using: SymmetricKey(data: Array(Self.key.utf8)))
        return try receipts(text + "." + Base64.encodeForURL(Array(code)), url: url)
    }

    @Test("a token that is not MessageBird's, without its times, or made for another method is forged")
    func otherClaims() throws {
        let query = "id=4a1b&status=sent"
        #expect(try signed(query).count == 1)
        for claims in [
            #"{"iss":"Other","nbf":1767323045,"exp":1767323105,"url_hash":"HASH"}"#,
            #"{"nbf":1767323045,"exp":1767323105,"url_hash":"HASH"}"#,
            #"{"iss":"MessageBird","exp":1767323105,"url_hash":"HASH"}"#,
            #"{"iss":"MessageBird","nbf":1767323045,"url_hash":"HASH"}"#,
            #"{"iss":"MessageBird","nbf":"1767323045","exp":"1767323105","url_hash":"HASH"}"#,
            #"{"iss":"MessageBird","nbf":1767323045,"exp":1767323105}"#, "[]", "{",
        ] {
            #expect(throws: ReceiptError.forged, "\(claims)") { try signed(query, claims: claims) }
        }
        for header in [
            #"{"alg":"none"}"#, #"{"alg":"HS384"}"#, #"{"alg":"RS256"}"#, #"{"alg":"hs256"}"#, "{}", "[]",
            #"{"alg":"HS256","crit":["x"],"x":1}"#,
        ] {
            #expect(throws: ReceiptError.forged, "\(header)") { try signed(query, header: header) }
        }
    }

    @Test(
        "each status is told in our words, with MessageBird's number of a failure",
        arguments: [
            ("scheduled", "", .queued, nil), ("sent", "0", .sent, nil), ("buffered", "", .sent, nil),
            ("delivered", "0", .delivered, nil), ("delivery_failed", "27", .undelivered, "error-27"),
            ("expired", "x", .expired, nil),
        ] as [(String, String, DeliveryStatus, String?)])
    func statuses(word: String, error: String, status: DeliveryStatus, reason: String?) throws {
        #expect(
            try signed("id=4a1b&status=\(word)&statusErrorCode=\(error)")
                == [DeliveryReceipt(gatewayID: "4a1b", status: status, reason: reason)])
    }

    @Test("other words lead to no receipt", arguments: ["new", "", "answered"])
    func noReceipt(word: String) throws {
        #expect(try signed("id=4a1b&status=\(word)").isEmpty)
    }

    @Test("a signed report that names no message, or no status, is unreadable")
    func unreadable() {
        let long = String(repeating: "a", count: 256)
        for query in ["status=sent", "id=&status=sent", "id=\(long)&status=sent", "id=4a1b", "", "id=%zz&status=sent"] {
            #expect(throws: ReceiptError.unreadable) { try signed(query) }
        }
    }
}
