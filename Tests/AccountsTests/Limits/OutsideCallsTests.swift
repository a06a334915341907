import AccountCore
import Testing
import VerificationCore

@testable import Accounts

@Suite("Calls to servers elsewhere")
struct OutsideCallsTests {
    private let now = Timestamp(seconds: 1_780_000_000)

    @Test("a project that asks a thousand times holds half of all places, and each call that ends frees one")
    func places() throws {
        let ids = try ["one", "two", "three"].map { try #require(ProjectID("shop-\($0)")) }
        var calls = OutsideCalls()
        var begun = [0, 0, 0]
        for place in [0, 1, 2] {
            for _ in 0..<1_000 where calls.begin(of: ids[place]) { begun[place] += 1 }
        }
        #expect(begun == [32, 32, 0])
        calls.end(of: ids[0])
        let again = [1, 2, 0].map { calls.begin(of: ids[$0]) }
        #expect(again == [false, true, false])
    }

    @Test("operators hear a sentence once a minute, and again after the clock was set back")
    func news() {
        var calls = OutsideCalls()
        let said = [("away", 0), ("away", 59), ("another", 59), ("away", 60), ("away", 0)].map { sentence, second in
            calls.isNews(sentence, at: now + .seconds(second))
        }
        #expect(said == [true, false, true, true, true])
    }
}
