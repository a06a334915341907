import Testing
import VerificationCore

@Suite("Operators")
struct OperatorTests {
    @Test("each role may do all that the roles before it may, and every action has somebody who may do it")
    func roles() {
        for (lower, higher) in zip(OperatorRole.allCases, OperatorRole.allCases.dropFirst()) {
            #expect(lower < higher && !(higher < lower))
        }
        #expect(OperatorAction.allCases.allSatisfy { $0.leastRole <= .admin })
    }

    @Test("a viewer changes nothing, and sees no whole number")
    func viewer() throws {
        let viewer = Operator(name: try #require(OperatorName("anna")), role: .viewer)
        #expect(OperatorAction.allCases.filter(viewer.may) == [.signIn, .signOut, .changeOwnAccess, .look])
    }

    @Test("only an admin does what cannot be undone")
    func admin() throws {
        let person = Operator(name: try #require(OperatorName("ben")), role: .operator)
        let forbidden = OperatorAction.allCases.filter { !person.may($0) }
        #expect(
            forbidden == [
                .eraseVerifications, .purgeDeadLetters, .changeOperator, .changeApp, .changeKey, .changeAccount,
                .restore,
            ])
    }

    @Test("a name is plain", arguments: ["", "Anna", "an na", "anna\n", "änna", String(repeating: "a", count: 65)])
    func names(_ text: String) {
        #expect(OperatorName(text) == nil)
        #expect(OperatorName("anna.b-c_d@example.com") != nil)
    }
}
