import AccountCore
import Testing
import VerificationCore

@Suite("An account as an import brings it along")
struct ImportedAccountTests {
    private let now = Timestamp(microseconds: 2_000_500_000)

    private func account(_ change: (inout ImportedAccount) -> Void) throws(ImportError) -> Account {
        var record = ImportedAccount()
        record.id = "ann"
        change(&record)
        return try record.account(at: now) { $0.hasPrefix("+") ? $0 : nil }
    }

    private func identity(_ provider: String?, _ rawID: String?) -> ImportedAccount.Identity {
        var identity = ImportedAccount.Identity()
        (identity.provider, identity.rawID) = (provider, rawID)
        return identity
    }

    @Test("was made now unless it says when, and its older tokens are no longer good in any case")
    func times() throws {
        #expect(try account { _ in }.createdAt == now)
        let old = try account { $0.createdAt = Timestamp(seconds: 5) }
        #expect(old.createdAt == Timestamp(seconds: 5) && old.validSince == Timestamp(seconds: 2_000))
    }

    @Test("has one link to each provider, the last, and none to a way in that is its own")
    func links() throws {
        let account = try account {
            $0.identities = [identity("a", "1"), identity("phone", nil), identity("a", "2"), identity("b", "1")]
        }
        #expect(account.links.map(\.provider.text) == ["a", "b"] && account.links.map(\.rawID) == ["2", "1"])
        #expect(account.isStorable)
    }

    @Test("empty texts count as missing")
    func empty() throws {
        let account = try account { ($0.email, $0.phone, $0.customClaims) = ("", "", "") }
        #expect(account.email == nil && account.phone == nil && account.customClaims == nil)
    }

    @Test("says the first thing that is wrong, in the wire's order")
    func order() {
        var steps: [(inout ImportedAccount) -> Void] = []
        let problems: [(ImportError, (inout ImportedAccount) -> Void)] = [
            (.secondFactor, { $0.hasSecondFactors = true }), (.invalidEmail, { $0.email = "no" }),
            (.invalidPhone, { $0.phone = "no" }), (.noRawID, { $0.identities = [identity("a", nil)] }),
            (.invalidClaims, { $0.customClaims = "[]" }), (.foreignTenant, { $0.tenant = "t" }),
            (.invalidID, { $0.id = "\n" }), (.noID, { $0.id = nil }),
        ]
        for (problem, step) in problems {
            steps.append(step)
            #expect(throws: problem) { try account { record in for step in steps { step(&record) } } }
        }
        #expect(throws: ImportError.reservedClaim) { try account { $0.customClaims = #"{"aud":1}"# } }
        #expect(throws: ImportError.invalidRawID) {
            try account { $0.identities = [identity("a", String(repeating: "x", count: 1_000))] }
        }
    }
}
