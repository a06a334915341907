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
        return try record.account(at: now, newID: { "new" }) { $0.hasPrefix("+") ? $0 : nil }
    }

    private func factor(_ phone: String?, id: String? = nil) -> WantedFactor {
        var factor = WantedFactor()
        (factor.phone, factor.id) = (phone, id)
        return factor
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
            (.invalidFactorPhone, { $0.factors = [factor("no")] }),
            (.secondFactor, { $0.factors.insert(factor(nil), at: 0) }),
            (.existingFactorID, { $0.factors += [factor("+1", id: "a"), factor("+2", id: "a")] }),
            (.factorWithUnverifiedEmail, { ($0.email, $0.isEmailVerified) = ("a@b", false) }),
            (.factorWithoutEmail, { $0.email = nil }), (.invalidEmail, { $0.email = "no" }),
            (.invalidPhone, { $0.phone = "no" }), (.noRawID, { $0.identities = [identity("a", nil)] }),
            (.invalidClaims, { $0.customClaims = "[]" }), (.foreignTenant, { $0.tenant = "t" }),
            (.invalidID, { $0.id = "\n" }), (.noID, { $0.id = nil }),
        ]
        for (problem, step) in problems {
            steps.append(step)
            #expect(throws: problem) {
                try account { record in
                    (record.email, record.isEmailVerified) = ("a@b", true)
                    for step in steps { step(&record) }
                }
            }
        }
        #expect(throws: ImportError.reservedClaim) { try account { $0.customClaims = #"{"aud":1}"# } }
        #expect(throws: ImportError.invalidRawID) {
            try account { $0.identities = [identity("a", String(repeating: "x", count: 1_000))] }
        }
    }

    @Test("has the phones that it brings along as second factors, each number once, and no more than an account has")
    func factors() throws {
        var named = factor("+1", id: "a")
        (named.displayName, named.enrolledAt) = ("Mine", Timestamp(seconds: 9))
        let ann = try account {
            ($0.email, $0.isEmailVerified, $0.factors) = ("a@b", true, [named, factor("+1"), factor("+2")])
        }
        #expect(
            ann.factors == [
                SecondFactor("a", kind: .phone("+1"), displayName: "Mine", enrolledAt: Timestamp(seconds: 9)),
                SecondFactor("new", kind: .phone("+2"), enrolledAt: now),
            ])
        #expect(throws: ImportError.manyFactors) {
            try account {
                ($0.email, $0.isEmailVerified) = ("a@b", true)
                $0.factors = (1...6).map { factor("+\($0)", id: "\($0)") }
            }
        }
        #expect(throws: ImportError.invalidFactorID) {
            try account { ($0.email, $0.isEmailVerified, $0.factors) = ("a@b", true, [factor("+1", id: "\n")]) }
        }
    }

    @Test("needs no address for a second factor where the project lets any account enroll")
    func anyAccount() throws {
        var record = ImportedAccount()
        (record.id, record.factors) = ("ann", [factor("+1")])
        let ann = try record.account(at: now, letsAnyAccountEnroll: true, newID: { "new" }, number: { $0 })
        #expect(ann.factors.count == 1)
    }
}
