extension AuthErrorCode {
    /// One sentence for developers; apps write their own for people.
    var message: String {
        switch self {
        case .invalidCustomToken: "The server does not accept the custom token; ask your backend for a new one."
        case .customTokenMismatch: "The custom token is another project's; let your backend make it for this project."
        case .invalidCredential:
            "The credential has expired, was used or is not what it claims; begin the sign-in anew."
        case .userDisabled: "An administrator has disabled the account; tell the person whom to ask."
        case .operationNotAllowed:
            "The project does not allow this; switch it on for the project, or offer another way."
        case .emailAlreadyInUse:
            "Another account has this e-mail address; let the person sign in there or type another."
        case .invalidEmail: "The e-mail address is not written as one; let the person correct it."
        case .wrongPassword: "The password is wrong; let the person type it again."
        case .tooManyRequests: "Too many tries came from this device, this network or for this number; try again later."
        case .userNotFound: "The account does not exist any longer; let the person sign in anew."
        case .accountExistsWithDifferentCredential:
            "An account with this e-mail address has other ways to sign in; sign in by one of them, then link."
        case .requiresRecentLogin:
            "The change needs a sign-in of the last minutes; reauthenticate and repeat the change."
        case .providerAlreadyLinked: "The account already has this kind of sign-in; unlink it before you link another."
        case .noSuchProvider: "The account does not have this kind of sign-in; look it up in the user's provider data."
        case .invalidUserToken: "The user's token is not one of this project; let the person sign in anew."
        case .networkError:
            "The server could not be reached; nobody is signed out, try again when the network is there."
        case .userTokenExpired: "The user's session has ended; let the person sign in anew."
        case .invalidAPIKey: "The server does not know the configuration's API key; give it a key of scope client."
        case .userMismatch: "The credential belongs to another account; let the person use one of this account."
        case .credentialAlreadyInUse:
            "The credential belongs to another account; sign in as that account, or use another."
        case .weakPassword: "The password is too weak; let the person choose a longer one."
        case .appNotAuthorized: "The API key is bound to other apps; add this app's bundle id to the key."
        case .missingEmail: "An e-mail address is missing; ask the person for it."
        case .missingPhoneNumber: "The phone number is missing; ask the person for it."
        case .invalidPhoneNumber:
            "The phone number cannot get an SMS; give it in the form of E.164, with plus and country."
        case .missingVerificationCode: "The code is missing; ask the person for it."
        case .invalidVerificationCode: "The code is wrong; let the person type it again."
        case .missingVerificationID: "The verification ID is missing; give the one that verifyPhoneNumber has returned."
        case .invalidVerificationID: "The verification ID was used or is another project's; send a new code."
        case .missingAppCredential:
            "The project wants a proof of the app, and the app has none; see the provided proofs."
        case .invalidAppCredential: "The server refused the proof of the app; compare the app's ids with the project's."
        case .sessionExpired: "The verification has expired; send a new code."
        case .quotaExceeded: "The project sends no more SMS for now; try again later or raise its limits."
        case .missingAppToken: "The device has no token for pushes; register the app for remote notifications."
        case .notificationNotForwarded:
            "The push did not arrive; hand the app's notifications to canHandleNotification."
        case .appNotVerified: "The server could not verify the app; look at the project's proofs."
        case .captchaCheckFailed: "The captcha was not solved; let the person try it again."
        case .webContextAlreadyPresented: "A page with a captcha is already shown; wait until it is closed."
        case .webContextCancelled: "The person closed the page; let them begin again."
        case .appVerificationUserInteractionFailure: "The page could not be shown or met an error; try again."
        case .invalidClientID: "The project does not list the URL scheme of this app; add it to the project."
        case .webNetworkRequestFailed: "The page could not be loaded; try again when the network is there."
        case .webInternalError: "The page met an error of its own; try again, and look at the server's log."
        case .nullUser: "No user is signed in; sign in first."
        case .invalidProviderID: "The project has no provider of this name; compare it with the project's providers."
        case .secondFactorRequired: "The account has a second factor; complete the sign-in by the resolver in userInfo."
        case .missingMultiFactorSession:
            "The session of the second factor is missing; give the resolver's or the user's."
        case .missingMultiFactorInfo: "The second factor is not named; give one of the resolver's hints."
        case .invalidMultiFactorSession:
            "The session of the second factor has expired or was used; prove the first factor again."
        case .multiFactorInfoNotFound:
            "The account does not have this second factor; reload the user and choose another."
        case .adminRestrictedOperation: "Only an administrator may do this; let your backend do it."
        case .unverifiedEmail: "The account needs a verified e-mail address first; let the person verify it."
        case .secondFactorAlreadyEnrolled: "The account already has this second factor; offer another one."
        case .maximumSecondFactorCountExceeded: "The account has as many second factors as it may; remove one first."
        case .unsupportedFirstFactor: "The way in which the person signed in takes no second factor; link another one."
        case .emailChangeNeedsVerification: "The account has a second factor; verify the new e-mail address first."
        case .missingClientIdentifier:
            "The call brings no proof of the app; give the configuration a provider of proofs."
        case .missingOrInvalidNonce:
            "The ID token's nonce does not fit; make both from one raw nonce, new for each sign-in."
        case .keychainError: "The store refused to read or write; try again when the device is unlocked."
        case .internalError: "The call met an error that no other code describes; look at the server's words."
        case .malformedJWT: "The server's token is not a JSON Web Token; check the URL of the configuration."
        case .invalidConfiguration: "The configuration is missing or cannot be used; call Auth.configure at the start."
        }
    }
}
