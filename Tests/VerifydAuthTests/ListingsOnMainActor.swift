// swift-format-ignore-file
// The listings are written as developers type them, force unwraps included.
import Foundation
import VerifydAuth

/// The documents' listings in a view controller of UIKit, which belongs to the main actor; compiling them is the test.
@MainActor
class ListingsOnMainActor {
    var handle: AuthStateDidChangeListenerHandle?
    var isMFAEnabled = true
    var shown: [String] = []

    func showMessagePrompt(_ message: String) { shown.append(message) }
    func setTitleDisplay(_ user: User?) { shown.append(user?.uid ?? "") }
    func showTextInputPrompt(withMessage message: String, completionBlock: @escaping (Bool, String?) -> Void) {}

    func send(to phoneNumber: String) {
        PhoneAuthProvider.provider()
            .verifyPhoneNumber(phoneNumber, uiDelegate: nil) { verificationID, error in
                if let error = error {
                    self.showMessagePrompt(error.localizedDescription)
                    return
                }
                UserDefaults.standard.set(verificationID, forKey: "authVerificationID")
            }
        PhoneAuthProvider.provider(auth: Auth.auth())
            .verifyPhoneNumber(phoneNumber, uiDelegate: nil) { [weak self] (verificationID, error) in
                if let error {
                    self?.showMessagePrompt(error.localizedDescription)
                    return
                }
            }
        PhoneAuthProvider.provider().verifyPhoneNumber(phoneNumber, uiDelegate: nil, completion: nil)
        Auth.auth().languageCode = "fr"
        Auth.auth().useAppLanguage()
    }

    func testNumber() {
        let phoneNumber = "+16505554567"
        let testVerificationCode = "123456"
        Auth.auth().settings?.isAppVerificationDisabledForTesting = true
        PhoneAuthProvider.provider().verifyPhoneNumber(phoneNumber, uiDelegate: nil) {
            verificationID, error in
            if let error {
                self.showMessagePrompt(error.localizedDescription)
                return
            }
            let credential = PhoneAuthProvider.provider().credential(
                withVerificationID: verificationID ?? "",
                verificationCode: testVerificationCode)
            Auth.auth().signIn(with: credential) { authData, error in
                if let error {
                    self.showMessagePrompt(error.localizedDescription)
                    return
                }
                self.setTitleDisplay(authData!.user)
            }
        }
    }

    func signIn(verificationCode: String) {
        guard let verificationID = UserDefaults.standard.string(forKey: "authVerificationID") else { return }
        let credential = PhoneAuthProvider.provider().credential(
            withVerificationID: verificationID,
            verificationCode: verificationCode
        )
        Auth.auth().signIn(with: credential) { authResult, error in
            if let error {
                let authError = error as NSError
                if self.isMFAEnabled, authError.code == AuthErrorCode.secondFactorRequired.rawValue {
                    // The user is a multi-factor user. Second factor challenge is required.
                    let resolver = authError
                        .userInfo[AuthErrorUserInfoMultiFactorResolverKey] as! MultiFactorResolver
                    self.resolve(resolver)
                } else {
                    self.showMessagePrompt(error.localizedDescription)
                    return
                }
                return
            }
            self.setTitleDisplay(authResult?.user)
        }
        Auth.auth().signIn(with: credential, completion: nil)
    }

    func resolve(_ resolver: MultiFactorResolver) {
        var displayNameString = ""
        for tmpFactorInfo in resolver.hints {
            displayNameString += tmpFactorInfo.displayName ?? ""
            displayNameString += " "
        }
        self.showTextInputPrompt(
            withMessage: "Select factor to sign in\n\(displayNameString)",
            completionBlock: { userPressedOK, displayName in
                var selectedHint: PhoneMultiFactorInfo?
                for tmpFactorInfo in resolver.hints {
                    if displayName == tmpFactorInfo.displayName {
                        selectedHint = tmpFactorInfo as? PhoneMultiFactorInfo
                    }
                }
                PhoneAuthProvider.provider()
                    .verifyPhoneNumber(with: selectedHint!, uiDelegate: nil,
                                       multiFactorSession: resolver
                                           .session) { verificationID, error in
                        if error != nil {
                            print(
                                "Multi factor start sign in failed. Error: \(error.debugDescription)"
                            )
                        } else {
                            self.showTextInputPrompt(
                                withMessage: "Verification code for \(selectedHint?.displayName ?? "")",
                                completionBlock: { userPressedOK, verificationCode in
                                    let credential: PhoneAuthCredential? = PhoneAuthProvider.provider()
                                        .credential(withVerificationID: verificationID!,
                                                    verificationCode: verificationCode!)
                                    let assertion: MultiFactorAssertion? = PhoneMultiFactorGenerator
                                        .assertion(with: credential!)
                                    resolver.resolveSignIn(with: assertion!) { authResult, error in
                                        if error != nil {
                                            print(
                                                "Multi factor finalize sign in failed. Error: \(error.debugDescription)"
                                            )
                                        } else {
                                            self.setTitleDisplay(authResult?.user)
                                        }
                                    }
                                }
                            )
                        }
                    }
            }
        )
    }

    func profile() {
        let user = Auth.auth().currentUser
        if let user = user {
            let uid = user.uid
            let email = user.email
            let photoURL = user.photoURL
            var multiFactorString = "MultiFactor: "
            for info in user.multiFactor.enrolledFactors {
                multiFactorString += info.displayName ?? "[DispayName]"
                multiFactorString += " "
            }
            print(uid, email ?? "", photoURL as Any, multiFactorString)
            for userInfo in user.providerData { print(userInfo.providerID, userInfo.uid) }
        }
        if Auth.auth().currentUser != nil { shown.append("in") } else { shown.append("out") }
    }

    func signOut() {
        let firebaseAuth = Auth.auth()
        do {
            try firebaseAuth.signOut()
        } catch let signOutError as NSError {
            print("Error signing out: %@", signOutError)
        }
    }

    func viewWillAppear() {
        handle = Auth.auth().addStateDidChangeListener { auth, user in
            self.setTitleDisplay(user)
        }
        handle = Auth.auth().addIDTokenDidChangeListener { [weak self] _, user in
            self?.setTitleDisplay(user)
        }
    }

    func viewWillDisappear() {
        Auth.auth().removeStateDidChangeListener(handle!)
    }

    func facebook(accessTokenString: String, idTokenString: String, nonce: String) {
        let credential = FacebookAuthProvider.credential(withAccessToken: accessTokenString)
        Auth.auth().signIn(with: credential) { authResult, error in
            if let error = error {
                self.showMessagePrompt(error.localizedDescription)
                return
            }
        }
        let limited = OAuthProvider.credential(
            withProviderID: "facebook.com", idToken: idTokenString, rawNonce: nonce)
        let newer = OAuthProvider.credential(providerID: .facebook, idToken: idTokenString, rawNonce: nonce)
        let apple = OAuthProvider.appleCredential(
            withIDToken: idTokenString, rawNonce: nonce, fullName: PersonNameComponents())
        let google = GoogleAuthProvider.credential(withIDToken: idTokenString, accessToken: accessTokenString)
        for credential in [limited, newer, apple, google] {
            Auth.auth().currentUser?.link(with: credential) { authResult, error in
                if let error { self.showMessagePrompt(error.localizedDescription) }
            }
        }
    }

    func changes(credential: AuthCredential, phone: PhoneAuthCredential) {
        let user = Auth.auth().currentUser
        user?.reauthenticate(with: credential) { result, error in
            if let error { self.showMessagePrompt(error.localizedDescription) } else { self.setTitleDisplay(result?.user) }
        }
        user?.unlink(fromProvider: "facebook.com") { user, error in self.setTitleDisplay(user) }
        user?.updatePhoneNumber(phone) { error in self.showMessagePrompt(error.debugDescription) }
        let changeRequest = Auth.auth().currentUser?.createProfileChangeRequest()
        changeRequest?.displayName = "Jane Q. User"
        changeRequest?.photoURL = URL(string: "https://example.com/jane-q-user/profile.jpg")
        changeRequest?.commitChanges { error in self.showMessagePrompt(error.debugDescription) }
        user?.getIDToken { token, error in self.showMessagePrompt(token ?? "") }
        user?.getIDTokenForcingRefresh(true) { idToken, error in
            if let error = error {
                self.showMessagePrompt(error.localizedDescription)
                return
            }
        }
        user?.getIDTokenResult(completion: { (result, error) in
            guard let admin = result?.claims["admin"] as? NSNumber else { return self.showMessagePrompt("") }
            if admin.boolValue { self.showMessagePrompt("admin") }
        })
        user?.reload { error in self.showMessagePrompt(error.debugDescription) }
        user?.delete { error in
            if let error = error { self.showMessagePrompt(error.localizedDescription) }
        }
        Auth.auth().signInAnonymously { authResult, error in
            guard let user = authResult?.user else { return }
            self.setTitleDisplay(user.isAnonymous ? user : nil)
        }
        Auth.auth().signIn(withCustomToken: "token") { user, error in self.setTitleDisplay(user?.user) }
        Auth.auth().signIn(withEmail: "a@example.com", password: "word") { [weak self] authResult, error in
            guard let strongSelf = self else { return }
            strongSelf.setTitleDisplay(authResult?.user)
        }
    }

    func enroll(phoneNumber: String, code: String) {
        let user = Auth.auth().currentUser
        user?.multiFactor.getSessionWithCompletion({ (session, error) in
            PhoneAuthProvider.provider().verifyPhoneNumber(
                phoneNumber, uiDelegate: nil, multiFactorSession: session
            ) { (verificationId, error) in
                guard let verificationId else { return self.showMessagePrompt(error.debugDescription) }
                let credential = PhoneAuthProvider.provider().credential(
                    withVerificationID: verificationId, verificationCode: code)
                let assertion = PhoneMultiFactorGenerator.assertion(with: credential)
                user?.multiFactor.enroll(with: assertion, displayName: "phone") { error in
                    self.showMessagePrompt(error.debugDescription)
                }
            }
            guard let session else { return }
            TOTPMultiFactorGenerator.generateSecret(with: session) { secret, error in
                guard let secret else { return }
                let uri = secret.generateQRCodeURL(withAccountName: user?.email ?? "default account", issuer: "Your App")
                self.showMessagePrompt(uri + secret.sharedSecretKey())
                let assertion = TOTPMultiFactorGenerator.assertionForEnrollment(with: secret, oneTimePassword: code)
                user?.multiFactor.enroll(with: assertion, displayName: "app", completion: nil)
            }
        })
        guard let info = user?.multiFactor.enrolledFactors.first(where: { $0.factorID == PhoneMultiFactorID }) else { return }
        user?.multiFactor.unenroll(with: info) { error in self.showMessagePrompt(error.debugDescription) }
    }

    func errors(_ error: NSError) -> String {
        switch AuthErrorCode(rawValue: error.code) {
        case .invalidVerificationCode?: "again"
        case .sessionExpired?, .quotaExceeded?: "later"
        default: "else"
        }
    }
}
