import AccountCore
import Testing
import VerificationCore

@Suite("Whose turn it is to sign")
struct SigningKeyTurnTests {
    private func key(_ id: String, _ seconds: Int64) -> SigningKey {
        SigningKey(
            id: id, secret: SealedCode(keyName: "one", bytes: []), certificate: "",
            activeFrom: Timestamp(seconds: seconds))
    }

    @Test(
        "the last key that is active signs, and before any is active the key that becomes active first",
        arguments: [(99, "a"), (100, "b"), (199, "b"), (200, "c"), (999, "c")] as [(Int64, String)])
    func turn(_ second: Int64, _ id: String) {
        let keys = [key("c", 200), key("b", 100), key("a", 100)]
        #expect(keys.signing(at: Timestamp(seconds: second))?.id == id)
    }

    @Test("without a key none signs")
    func none() { #expect([SigningKey]().signing(at: Timestamp(seconds: 0)) == nil) }
}
