/// What kind of failure an ``AuthError`` is, by the names and numbers of Firebase's SDK.
///
/// The documentation of each case says what the app can do about it. Further cases may come with later versions. It is the
/// ``AuthError/kind`` of what is thrown, and no error itself, so that no `catch` waits for it in vain.
public enum AuthErrorCode: Int, Sendable, Hashable, CaseIterable {
    /// An older name of this type.
    public typealias Code = AuthErrorCode

    /// The custom token has a form or a signature that the server does not accept.
    ///
    /// Ask your backend for a new one.
    case invalidCustomToken = 17000
    /// The custom token belongs to another project.
    case customTokenMismatch = 17002
    /// The credential has expired, has been used, or is not what it claims.
    ///
    /// Begin the sign-in anew.
    case invalidCredential = 17004
    /// An administrator has disabled the account.
    ///
    /// The user is signed out on this device.
    case userDisabled = 17005
    /// The project has not switched this way to sign in on, or sends no SMS to the number's region.
    case operationNotAllowed = 17006
    /// Another account has this e-mail address.
    case emailAlreadyInUse = 17007
    /// The e-mail address is not written as one.
    case invalidEmail = 17008
    /// The password is wrong.
    case wrongPassword = 17009
    /// Too many tries came from this device, this network or for this number.
    ///
    /// Try again later.
    case tooManyRequests = 17010
    /// The account does not exist any longer.
    ///
    /// The user is signed out on this device.
    case userNotFound = 17011
    /// An account with this e-mail address exists and has other ways to sign in.
    ///
    /// Let the person sign in by one of them, then link.
    case accountExistsWithDifferentCredential = 17012
    /// The change needs a sign-in of the last minutes.
    ///
    /// Call ``User/reauthenticate(with:)`` and repeat the change.
    case requiresRecentLogin = 17014
    /// The account already has this kind of sign-in.
    case providerAlreadyLinked = 17015
    /// The account does not have this kind of sign-in.
    case noSuchProvider = 17016
    /// The user's token is not one of this project.
    ///
    /// The user is signed out on this device.
    case invalidUserToken = 17017
    /// The server could not be reached, did not answer in time, or something else answered in its place, for example
    /// the sign-in page of a wireless network.
    ///
    /// Nobody is signed out.
    case networkError = 17020
    /// The user's session was ended by an administrator or by the user on another device.
    ///
    /// The user is signed out here.
    case userTokenExpired = 17021
    /// The server does not know the API key of the configuration.
    case invalidAPIKey = 17023
    /// The credential of a reauthentication belongs to another account.
    case userMismatch = 17024
    /// The credential belongs to another account.
    ///
    /// `userInfo` may hold a credential that signs in as that account, under ``AuthErrorUserInfoUpdatedCredentialKey``.
    case credentialAlreadyInUse = 17025
    /// The password is too weak.
    case weakPassword = 17026
    /// The API key is bound to other apps.
    case appNotAuthorized = 17028
    /// An e-mail address is missing.
    case missingEmail = 17034
    /// The phone number is missing.
    case missingPhoneNumber = 17041
    /// The phone number is no number that can get an SMS.
    case invalidPhoneNumber = 17042
    /// The code is missing.
    case missingVerificationCode = 17043
    /// The code is wrong.
    ///
    /// The person may type it again.
    case invalidVerificationCode = 17044
    /// The verification ID is missing.
    case missingVerificationID = 17045
    /// The verification ID is not one of this project, or was used.
    case invalidVerificationID = 17046
    /// The server wants a proof of the app before it sends an SMS, and the app has none.
    case missingAppCredential = 17047
    /// The server refused the proof of the app, also after a second try with a new one.
    case invalidAppCredential = 17048
    /// The verification has expired.
    ///
    /// Send a new code.
    case sessionExpired = 17051
    /// The project sends no more SMS for now.
    case quotaExceeded = 17052
    /// The device has no token for pushes.
    case missingAppToken = 17053
    /// The app does not hand its notifications to ``Auth/canHandleNotification(_:)``.
    case notificationNotForwarded = 17054
    /// The server could not verify the app.
    case appNotVerified = 17055
    /// The captcha was not solved.
    case captchaCheckFailed = 17056
    /// A page with a captcha is already shown.
    case webContextAlreadyPresented = 17057
    /// The person closed the page.
    case webContextCancelled = 17058
    /// The page with a captcha met an error.
    case appVerificationUserInteractionFailure = 17059
    /// The project does not list the URL scheme by which the page returns into the app.
    case invalidClientID = 17060
    /// The page could not be loaded.
    case webNetworkRequestFailed = 17061
    /// The page met an error of its own.
    case webInternalError = 17062
    /// No user is signed in.
    case nullUser = 17067
    /// The provider's name is not one that the project has.
    case invalidProviderID = 17071
    /// The account has a second factor.
    ///
    /// `userInfo` holds a ``MultiFactorResolver`` under ``AuthErrorUserInfoMultiFactorResolverKey``.
    case secondFactorRequired = 17078
    /// The session of the second factor is missing.
    case missingMultiFactorSession = 17081
    /// The second factor is not named.
    case missingMultiFactorInfo = 17082
    /// The session of the second factor has expired or was used.
    ///
    /// Prove the first factor again.
    case invalidMultiFactorSession = 17083
    /// The account does not have this second factor.
    case multiFactorInfoNotFound = 17084
    /// Only an administrator may do this.
    case adminRestrictedOperation = 17085
    /// The account needs a verified e-mail address first.
    case unverifiedEmail = 17086
    /// The account already has this second factor.
    case secondFactorAlreadyEnrolled = 17087
    /// The account has as many second factors as it may have.
    case maximumSecondFactorCountExceeded = 17088
    /// The way in which the person signed in takes no second factor.
    case unsupportedFirstFactor = 17089
    /// An account with a second factor changes its e-mail address only after the new one is verified.
    case emailChangeNeedsVerification = 17090
    /// The call brings neither a proof of the app nor what a captcha needs.
    case missingClientIdentifier = 17093
    /// The nonce of the ID token is missing, or differs from the raw nonce.
    case missingOrInvalidNonce = 17094
    /// The store refused to read or write.
    ///
    /// On Apple's platforms this is the keychain, elsewhere a file.
    case keychainError = 17995
    /// An error that no other case describes.
    ///
    /// Its description has the server's words.
    case internalError = 17999
    /// The server's token is not a JSON Web Token.
    case malformedJWT = 18000
    /// ``Auth/configure(_:)`` was not called yet, the configuration's URL is plain HTTP to another machine, or the key is of
    /// another project.
    case invalidConfiguration = 18100
}
