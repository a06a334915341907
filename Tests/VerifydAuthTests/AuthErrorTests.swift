import Foundation
import Testing
import VerifydAuth

@Suite("errors of the client for apps")
struct AuthErrorTests {
    @Test("code for Firebase's SDK compares numbers of an NSError")
    func bridges() {
        let error: any Error = AuthError(.secondFactorRequired, userInfo: ["key": "value"])
        let bridged = error as NSError
        #expect(bridged.code == AuthErrorCode.secondFactorRequired.rawValue)
        #expect(bridged.userInfo["key"] as? String == "value")
        #expect((error as? AuthError)?.kind == .secondFactorRequired)
    }

    @Test("an app can make an error for its own tests")
    func isMadeByApps() {
        let error = AuthError(.tooManyRequests, retryAfter: 60)
        #expect(error.kind == .tooManyRequests)
        #expect(error.retryAfter == 60)
        #expect(error.domain == AuthErrorDomain)
        #expect(error.userInfo[AuthErrorUserInfoNameKey] as? String == "tooManyRequests")
        #expect(AuthError(.userDisabled).localizedDescription.isEmpty == false)
    }
}
