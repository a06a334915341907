import Foundation
import Testing

@testable import VerifydAuth

@Suite("what an error tells")
struct ErrorsTests {
    @Test("every code has a sentence of its own, which says what to do", arguments: AuthErrorCode.allCases)
    func sentences(_ code: AuthErrorCode) {
        #expect(code.message.hasSuffix(".") && code.message.contains("; ") && code.message.count < 110)
        #expect(AuthErrorCode.allCases.filter { $0.message == code.message } == [code])
        let error = AuthError(code)
        #expect(error.localizedDescription == code.message && error.code == code.rawValue)
        #expect(error.userInfo[AuthErrorUserInfoNameKey] as? String == "\(code)")
        #expect("\(error)".contains("\(code)") && "\(error)".contains("\(code.rawValue)"))
    }

    @Test("a description has the server's word, and nothing of userInfo")
    func descriptions() {
        let error = AuthError(
            .accountExistsWithDifferentCredential, serverCode: "EMAIL_EXISTS",
            userInfo: [AuthErrorUserInfoEmailKey: "person@shop.example"])
        let plain: any Error = error
        for text in [
            "\(error)", "\(plain)", String(reflecting: plain), plain.localizedDescription, "\(plain as NSError)",
        ] {
            #expect(!text.contains("person@shop.example"))
        }
        #expect("\(plain)".contains("EMAIL_EXISTS"))
        #expect(error.userInfo[AuthErrorUserInfoEmailKey] as? String == "person@shop.example")
    }

    @Test("a limit that ends by itself and a network that is away may be tried again, a wrong code may not")
    func retriable() {
        let retriable = AuthErrorCode.allCases.filter { AuthError($0).isRetriable }
        #expect(retriable == [.tooManyRequests, .networkError, .quotaExceeded, .webNetworkRequestFailed])
        #expect(AuthError(.internalError, retryAfter: 5).isRetriable)
    }
}
