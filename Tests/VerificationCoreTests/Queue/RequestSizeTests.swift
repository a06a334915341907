import Messages
import StrictJSON
import Testing
import VerificationTesting

@testable import VerificationCore

/// A request that the API has accepted must never be too large for the queue.
@Suite("the size of a request on the queue")
struct RequestSizeTests {
    /// Characters of different lengths in JSON: for example, a newline takes two bytes, a form feed six, the emoji
    /// four.
    private static let fillings: [Character] = ["\n", "\u{0C}", "\u{1}", "😀", "\"", "a"]

    @Test("every member at its limit fits, whatever it is filled with", arguments: fillings)
    func everyMember(filling: Character) throws {
        var metadata: [String: String] = [:]
        for number in 10..<26 {
            metadata["\(number)" + String(repeating: filling, count: 38)] = String(repeating: filling, count: 500)
        }
        let body = RequestCodec.encode(try largest(metadata: metadata))
        #expect(body.count <= RequestCodec.largestBody)
        var properties = JobDelivery.Properties()
        properties.type = RequestCodec.messageType
        let delivery = JobDelivery(body: body, properties: properties, handle: 0)
        #expect(try RequestCodec.decode(delivery, phones: FakePhoneNumberParser()).metadata == metadata)
    }

    @Test("16 KiB over HTTP fit, whatever they say", arguments: 0..<100)
    func fullBody(round: Int) throws {
        var random = SeededRandom(seed: UInt64(round))
        let body = Self.body(bytes: 16_384, &random)
        #expect(body.count <= 16_384 && body.count > 7_000)
        let object = try #require(JSONValue(parsing: body).object)
        let form = try RequestForm(reading: object, phones: FakePhoneNumberParser())
        let written = RequestCodec.encode(try largest(metadata: form.metadata))
        #expect(written.count <= RequestCodec.largestBody, "seed \(round)")
    }

    /// A request with this metadata, in which every other member is as long as it may be.
    private func largest(metadata: [String: String]) throws -> VerificationRequest {
        let sample = try #require(VerificationRequest.sample(1))
        let label = String(repeating: "a", count: 61)
        return VerificationRequest(
            id: sample.id, app: try #require(AppID(String(repeating: "a", count: 40))), phone: sample.phone,
            language: LanguageTag("zh-Hant-HK"),
            clientIP: IPAddress("2001:db8:1111:2222:3333:4444:5555:6666"),
            autofill: Autofill(webOTPDomain: "\(label).\(label).\(label).example"), metadata: metadata,
            idempotencyKey: IdempotencyKey(String(repeating: "\"", count: 255)),
            requestedAt: sample.requestedAt, deadline: sample.deadline)
    }

    /// A body that metadata fills up to `bytes`, with short escapes for the most part.
    private static func body(bytes: Int, _ random: inout SeededRandom) -> [UInt8] {
        let pieces = ["\\f", "\\b", "\\n", "\\u000c", "\\u0001", "x", "中", "😀", "\\\"", "/"]
        let favourite = pieces.randomElement(using: &random) ?? "x"
        let head = #"{"phoneNumber":"+491000000001","metadata":{"#
        var text = head
        for number in 0..<16 {
            if number > 0 { text += "," }
            text += "\"\(number)\":\""
            for _ in 0..<500 {
                let piece = Bool.random(using: &random) ? favourite : pieces.randomElement(using: &random) ?? "x"
                guard text.utf8.count + piece.utf8.count + 3 <= bytes else { break }
                text += piece
            }
            text += "\""
            if text.utf8.count + 20 > bytes { break }
        }
        return Array((text + "}}").utf8)
    }
}
