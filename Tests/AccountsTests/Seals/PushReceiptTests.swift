import AccountCore
import Accounts
import Testing
import VerificationCore

@Suite("Push receipts")
struct PushReceiptTests {
    private let before: KeyRing
    private let during: KeyRing
    private let after: KeyRing
    private let (shop, bank): (ProjectID, ProjectID)
    private let (device, other): (DeviceToken, DeviceToken)
    private let receipt: PushReceipt
    private let now = Timestamp(microseconds: 1_800_000_000_900_000)

    init() throws {
        before = try KeyRing(TokenFixture.one)
        during = try KeyRing(TokenFixture.two + "," + TokenFixture.one)
        after = try KeyRing(TokenFixture.two)
        (shop, bank) = (try #require(ProjectID("demo-shop")), try #require(ProjectID("demo-bank")))
        device = try #require(DeviceToken(String(repeating: "0F", count: 32)))
        other = try #require(DeviceToken(String(repeating: "0e", count: 32)))
        receipt = PushReceipt(for: device, of: "com.example.shop", in: shop, id: Array(repeating: 0, count: 16))
    }

    @Test("a receipt and its secret are good many times for 30 days, in their project only")
    func roundTrip() throws {
        let texts = try #require(receipt.texts(of: shop, at: now, by: before))
        let read = { (project: ProjectID, offset: Duration) in
            PushReceipt(texts.receipt, secret: texts.secret, of: project, at: now + offset, by: before)
        }
        for offset in [Duration.seconds(-60), .zero, .seconds(30 * 86_400) - .microseconds(1)] {
            #expect(read(shop, offset) == receipt)
            #expect(read(shop, offset)?.bundle == "com.example.shop")
        }
        #expect(read(shop, .seconds(30 * 86_400)) == nil && read(bank, .zero) == nil)
    }

    @Test("a receipt without its own secret proves nothing")
    func secrets() throws {
        let texts = try #require(receipt.texts(of: shop, at: now, by: before))
        let next = PushReceipt(for: device, of: "com.example.shop", in: shop, id: Array(repeating: 1, count: 16))
        let others = try #require(next.texts(of: shop, at: now, by: before))
        let bad = [
            "", others.secret, texts.receipt, texts.secret.lowercased(), String(texts.secret.dropLast()),
            texts.secret + "A",
        ]
        for secret in bad {
            #expect(PushReceipt(texts.receipt, secret: secret, of: shop, at: now, by: before) == nil, "\(secret)")
        }
        #expect(texts.secret.utf8.count == 43)
        #expect(PushReceipt(texts.secret, secret: texts.secret, of: shop, at: now, by: before) == nil)
        #expect(PushReceipt("", secret: texts.secret, of: shop, at: now, by: before) == nil)
    }

    @Test("all receipts of a device in a project stand for this device, and for no other")
    func devices() {
        let make = { (device: DeviceToken, project: ProjectID, number: UInt8) in
            let id = Array(repeating: number, count: 16)
            return PushReceipt(for: device, of: "com.example.shop", in: project, id: id).device
        }
        #expect(make(device, shop, 1) == make(device, shop, 2))
        let all = [make(device, shop, 1), make(other, shop, 1), make(device, bank, 1), make(other, bank, 1)]
        #expect(Set(all).count == 4)
    }

    @Test("a receipt shows neither its app nor its secret, and no two are the same")
    func hidden() throws {
        let texts = try (0..<100).map { _ in try #require(receipt.texts(of: shop, at: now, by: before)) }
        #expect(Set(texts.map(\.receipt)).count == 100 && Set(texts.map(\.secret)).count == 1)
        for text in texts {
            let bytes = try #require(Base64.decode(text.receipt))
            #expect(!String(decoding: bytes, as: UTF8.self).contains("example") && !text.receipt.contains(text.secret))
        }
    }

    @Test("a receipt from before a change of keys is good as long as the ring holds its key")
    func rotation() throws {
        let old = try #require(receipt.texts(of: shop, at: now, by: before))
        let new = try #require(receipt.texts(of: shop, at: now, by: during))
        #expect(PushReceipt(old.receipt, secret: old.secret, of: shop, at: now, by: during) == receipt)
        #expect(PushReceipt(old.receipt, secret: old.secret, of: shop, at: now, by: after) == nil)
        #expect(PushReceipt(new.receipt, secret: new.secret, of: shop, at: now, by: after) == receipt)
        #expect(PushReceipt(new.receipt, secret: old.secret, of: shop, at: now, by: during) == nil)
    }
}
