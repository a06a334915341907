// swift-format-ignore-file
// The listings are written as developers type them, force unwraps included.
import Foundation
import VerifydAuth

/// The documents' listings in asynchronous code; compiling them is the test.
struct ListingsInTasks {
    func signIn(code: String) async throws {
        let verificationID = try await PhoneAuthProvider.provider().verifyPhoneNumber("+16505553434")
        _ = try await PhoneAuthProvider.provider().verifyPhoneNumber("+16505553434", uiDelegate: nil)
        let credential = PhoneAuthProvider.provider().credential(
            withVerificationID: verificationID, verificationCode: code)
        do {
            let result = try await Auth.auth().signIn(with: credential)
            print(result.user.uid)
            try await Auth.auth().signIn(with: credential)
        } catch let error as NSError where error.code == AuthErrorCode.secondFactorRequired.rawValue {
            let resolver = error.userInfo[AuthErrorUserInfoMultiFactorResolverKey] as! MultiFactorResolver
            try await resolve(resolver, code: code)
        }
        // A block picks the spelling with a completion, also here.
        Auth.auth().signIn(with: credential) { authResult, error in print(authResult?.user.uid ?? "") }
        PhoneAuthProvider.provider().verifyPhoneNumber("+16505553434", uiDelegate: nil) { id, error in print(id ?? "") }
    }

    func resolve(_ resolver: MultiFactorResolver, code: String) async throws {
        let hint = resolver.hints[0]
        if let phone = hint as? PhoneMultiFactorInfo {
            let verificationID = try await PhoneAuthProvider.provider().verifyPhoneNumber(
                with: phone, uiDelegate: nil, multiFactorSession: resolver.session)
            let credential = PhoneAuthProvider.provider().credential(
                withVerificationID: verificationID, verificationCode: code)
            try await resolver.resolveSignIn(with: PhoneMultiFactorGenerator.assertion(with: credential))
        } else {
            let assertion = TOTPMultiFactorGenerator.assertionForSignIn(
                withEnrollmentID: hint.uid, oneTimePassword: code)
            let result = try await resolver.resolveSignIn(with: assertion)
            print(result.user.uid)
        }
    }

    func changes(_ user: User, credential: AuthCredential, phone: PhoneAuthCredential) async throws {
        try await user.link(with: credential)
        try await user.reauthenticate(with: credential)
        try await user.unlink(fromProvider: "phone")
        try await user.updatePhoneNumber(phone)
        let request = user.createProfileChangeRequest()
        request.displayName = "Ann"
        try await request.commitChanges()
        print(try await user.getIDToken(), try await user.getIDToken(forcingRefresh: true))
        print(try await user.idTokenForcingRefresh(true), try await user.getIDTokenResult().claims)
        try await user.reload()
        try await user.delete()
        try await Auth.auth().signInAnonymously()
        try await Auth.auth().signIn(withEmail: "a@example.com", password: "word")
        try await Auth.auth().signIn(withCustomToken: "token")
        try await Auth.auth().revokeToken(withAuthorizationCode: "code")
    }

    func enroll(_ user: User, code: String) async throws {
        let session = try await user.multiFactor.session()
        let verificationID = try await PhoneAuthProvider.provider().verifyPhoneNumber(
            "+16505553434", uiDelegate: nil, multiFactorSession: session)
        let credential = PhoneAuthProvider.provider().credential(
            withVerificationID: verificationID, verificationCode: code)
        let assertion = PhoneMultiFactorGenerator.assertion(with: credential)
        try await user.multiFactor.enroll(with: assertion, displayName: "phone")
        let secret = try await TOTPMultiFactorGenerator.generateSecret(with: session)
        let totp = TOTPMultiFactorGenerator.assertionForEnrollment(with: secret, oneTimePassword: code)
        try await user.multiFactor.enroll(with: totp, displayName: "app")
        try await user.multiFactor.unenroll(with: user.multiFactor.enrolledFactors[0])
        try await user.multiFactor.unenroll(withFactorUID: "id")
    }

    @MainActor func onMainActor(_ user: User, credential: AuthCredential) async throws {
        let result = try await Auth.auth().signIn(with: credential)
        let request = result.user.createProfileChangeRequest()
        request.displayName = "Ann"
        try await request.commitChanges()
        request.displayName = nil
        try await user.multiFactor.enroll(
            with: TOTPMultiFactorGenerator.assertionForSignIn(withEnrollmentID: "", oneTimePassword: ""), displayName: nil)
    }
}

/// Names of older editions; compiling them is the test.
@MainActor final class ListingsOfOlderNames {
    var handle: IDTokenDidChangeListenerHandle?

    func show(_ user: User) async throws {
        handle = Auth.auth().addIDTokenDidChangeListener { auth, user in print(user?.uid ?? "") }
        if user.providerData[0].providerID == PhoneAuthProviderID { try await user.unlink(fromProvider: PhoneAuthProviderID) }
        print(FacebookAuthProviderID, GoogleAuthProviderID, EmailAuthProviderID, AuthErrorDomain, AuthErrorUserInfoNameKey)
        _ = NotificationCenter.default.addObserver(forName: .AuthStateDidChange, object: Auth.auth(), queue: .main) { _ in }
    }
}
