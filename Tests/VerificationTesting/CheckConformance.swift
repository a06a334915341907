import Testing
import VerificationCore

extension PortPromises {
    /// What a caller who checks codes may rely on.
    package static let checks = PortPromises(
        to: "VerificationStore, checks",
        [
            StorePromise("a code is checked under the id of any request, and told as that request's", checkOfJoined),
            StorePromise(
                "a code approves the id through which it came; every other id is told that it was another's",
                approvedElsewhere),
            StorePromise(
                "a check with another id's idempotency key and code approves nothing", keyOfAnotherID),
            StorePromise("a code by phone number approves the newest request", newestRequest),
            StorePromise("a right code approves, once, and the next request begins a new verification", rightCode),
            StorePromise(
                "as many wrong codes as allowed end a verification, and the next request begins a new one", wrongCodes),
            StorePromise("a code is checked under the phone's number while its verification is live", checkByPhone),
            StorePromise(
                "a check with the same idempotency key and code has the same answer, and counts once", repeatedCheck),
            StorePromise("where the ring lacks the code's key nothing is counted", missingCodeKey),
            StorePromise("a dead code is not counted", expiredCode),
            StorePromise("another app's check finds nothing and counts nothing", otherAppsCheck),
            // Limits
            StorePromise(
                "wrong codes are limited per phone over all its verifications; the refused try counts nowhere",
                wrongCodesPerPhone),
            StorePromise("wrong codes are limited per address: the check's, or else the request's", wrongCodesPerIP),
            StorePromise("a right code takes nothing from the limits on wrong ones", rightCodeTakesNothing),
            StorePromise("a test number's codes are limited by its verification alone", testNumberCodes),
            // What devices type, behind whom anybody may be
            StorePromise(
                "a stranger's wrong codes count apart, and never end the verification for its starter", strangersCodes),
            StorePromise("the starter's right code passes whatever was guessed before", startersCodes),
            StorePromise("wrong codes from all places of a wider network count together", widerNetworksCodes),
            StorePromise("a test number's code cannot be guessed without limit by devices", testNumberGuesses),
            StorePromise("an emulator's wrong codes count nowhere", emulatorsCodes),
            // Checks at the same time
            StorePromise("fifty wrong codes at once: exactly as many are compared as are allowed", wrongCodesAtOnce),
            StorePromise(
                "sixty right codes at once: one approves, the others hear of it, and no try is used up",
                rightCodesAtOnce),
            StorePromise("one check sent many times at once is one check", sameCheckAtOnce),
            StorePromise(
                "fifty wrong codes at once: as many are compared as the phone's limit admits", wrongCodesPerPhoneAtOnce),
            StorePromise(
                "wrong codes of many phones at once: as many are compared as their address's limit admits",
                networkAtOnce),
        ])
}
