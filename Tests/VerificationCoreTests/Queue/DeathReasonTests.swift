import Testing
import VerificationCore

@Suite("Why a message is among the dead letters")
struct DeathReasonTests {
    @Test("every reason is read from its own word, and no word stands for two")
    func words() {
        let words = DeathReason.told.map(\.word)
        #expect(words.compactMap(DeathReason.init) == DeathReason.told)
        #expect(Set(words).count == words.count)
    }

    @Test("what no message can tell is no reason", arguments: ["unknown", "", "Expired", "delivery_limit"])
    func unknown(_ word: String) {
        #expect(DeathReason(word: word) == nil)
    }
}
