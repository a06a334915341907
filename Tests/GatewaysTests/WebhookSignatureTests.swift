import Testing
import VerificationCore

@Suite("Standard Webhooks signatures")
struct WebhookSignatureTests {
    private static let secret = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
    private static let id = "msg_2KWPBgLlAfxdpx2AI54pPJ85f4W"
    private static let sentAt: Int64 = 1_767_323_045
    private static let body =
        #"{"user":{"id":"6481a5c1-3d37-4a56-9f6a-bee08c554965","phone":"+4915112345678"},"sms":{"otp":"561166"}}"#
    private static let value = "v1,lWYadvKS36d+g4gefzWTVSe+YSvLjbJ1ykpcFndfU+Y="

    private let signature: WebhookSignature

    init() throws {
        signature = try #require(WebhookSignature(secret: Self.secret))
    }

    private func accepts(
        _ header: String = value, id: String = id, timestamp: String = "\(sentAt)", body: String = body,
        secondsLater: Int64 = 0
    ) -> Bool {
        signature.accepts(
            header, id: id, timestamp: timestamp, body: body.utf8, now: Timestamp(seconds: Self.sentAt + secondsLater))
    }

    @Test("the signature is the one that the published library makes")
    func vector() {
        #expect(signature.sign(id: Self.id, seconds: Self.sentAt, body: Self.body.utf8) == Self.value)
        #expect(accepts())
    }

    @Test("one right signature among several is enough, stray commas and other kinds aside")
    func several() {
        #expect(accepts("v1,AAAA \(Self.value)"))
        #expect(accepts("v1a,AAAA, \(Self.value),"))
        #expect(accepts("  \(Self.value)  "))
    }

    @Test("whatever was changed, the signature no longer fits")
    func changed() {
        #expect(!accepts(id: "msg_3"))
        #expect(!accepts(body: Self.body + " "))
        #expect(!accepts(timestamp: "\(Self.sentAt + 1)"))
        for header in ["", ",", "v1", "v1,", "v1,!", String(Self.value.dropFirst(3)), "v2" + Self.value.dropFirst(2)] {
            #expect(!accepts(header), "\(header)")
        }
    }

    @Test("what is more than five minutes old, or from the future, is not accepted")
    func age() {
        #expect(accepts(secondsLater: 300) && accepts(secondsLater: -300))
        #expect(!accepts(secondsLater: 301) && !accepts(secondsLater: -301))
        for timestamp in ["", "x", "-1", "9223372036854775807", "\(Self.sentAt).0"] {
            #expect(!accepts(timestamp: timestamp))
        }
    }

    @Test("a secret is whsec_ and the Base64 of 24 to 64 bytes, and never printed")
    func secrets() {
        let base64 = { (count: Int) in "whsec_" + String(repeating: "QUFB", count: count / 3) }
        #expect(WebhookSignature(secret: base64(24)) != nil && WebhookSignature(secret: base64(63)) != nil)
        for secret in ["", "whsec_", base64(21), base64(66), "whsec_!", String(Self.secret.dropFirst(6))] {
            #expect(WebhookSignature(secret: secret) == nil)
        }
        #expect("\(signature) \(String(reflecting: signature))" == "webhook signature webhook signature")
    }
}
