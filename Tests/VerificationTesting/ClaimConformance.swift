import Testing
import VerificationCore

extension PortPromises {
    /// What a worker may rely on.
    package static let claims = PortPromises(
        to: "VerificationStore, claims and records",
        [
            // How a request is handled
            StorePromise("a second request joins the first one's verification", joins),
            StorePromise("a request that comes again is leased, then settled, and never sent twice", redelivered),
            StorePromise("a claim whose answer was lost finds its own lease and goes on", claimAgain),
            StorePromise(
                "a claim whose answer was lost for longer than its lease goes on all the same", claimAgainLate),
            StorePromise(
                "an outcome whose answer was lost finds its own word, and takes nothing back twice", recordedAgain),
            StorePromise("a new verification ends the one before it", oldVerification),
            StorePromise("a lease that ended without an outcome leaves an unknown message, or one more try", leaseOver),
            StorePromise("what waits is tried again when it is due, under the next fence", laterTry),
            StorePromise("an outcome under a stale fence changes nothing", staleFence),
            StorePromise("an outcome is recorded once", recordedOnce),
            StorePromise("a failed send gives everything back, and the next request may send at once", failedGivesBack),
            StorePromise("an unknown send gives nothing back", unknownGivesNothingBack),
            StorePromise("a try without a text leaves on record what an earlier text took", textOfEarlierTry),
            StorePromise("a repeat names the gateway that may have the message, if anybody knows it", gatewayInDoubt),
            StorePromise("a resend knows what became of the messages before it", earlierMessages),
            StorePromise("calls that did not go well are kept, the newest twenty of a message", callsAreKept),
            StorePromise("a resend after a failed one keeps code and verification", resendKeepsCode),
            StorePromise(
                "a resend near the end makes the code live longer, or begins a new verification", resendExtends),
            StorePromise("requests that are not served are on record with the reason", expiredAndRefused),
            StorePromise("a test number takes from no limit, and gives none back", testNumbersAreFree),
            StorePromise(
                "a limited test number is told so, an expired one is a number like any other", testNumberScenarios),
            // Limits that many phones share
            StorePromise("an address has its own limit; in IPv6 the whole /64 is one address", limitPerIP),
            StorePromise("numbers that begin alike have their own limit", limitPerPrefix),
            StorePromise("an app has its own limit", limitPerApp),
            StorePromise("all windows of all limits must admit; the longest wait is told", severalLimits),
            StorePromise("a request that one limit refuses takes nothing from the others", limitedTakesNothing),
            StorePromise("a failed send gives its share of every limit back; others do not", sharedGivenBack),
            StorePromise("what an app does not limit has no limit", noLimits),
            StorePromise("one network of devices gets a share of what a phone may get", shareOfPhone),
            StorePromise("devices of a wider network share larger limits too", widerNetworksSends),
            StorePromise("sends that devices ask for without a proof have a limit of their own", unprovenSends),
            StorePromise("sends that one proof of the app causes have a limit of their own", sendsPerProof),
            StorePromise("a verification says with which proof of the app it was asked", appProofs),
            StorePromise("a device that may cause no send without a proof reaches test numbers only", noUnprovenSends),
            // Ids and idempotency keys
            StorePromise("the same idempotency key and words have one effect, and all ids lead to it", sameKey),
            StorePromise("a key that was used for other words leads nowhere, and says so", reusedKey),
            StorePromise("another app's key of the same name is another key", otherAppsKey),
            StorePromise(
                "an id from the day after tomorrow is refused and leaves nothing; an old one is as good as any", idAhead
            ),
            StorePromise("an id that was used for another phone changes nothing", reusedID),
            // Claims at the same time
            StorePromise("fifty claims for a new phone at two workers: one send, and all ids lead to it", fiftyClaims),
            StorePromise("one request delivered to many at once is sent by one of them", sameRequestAtOnce),
            StorePromise("sixty-four racing requests: exactly as many are sent as the limit admits", limitAtOnce),
            StorePromise(
                "sixty-four racing phones: exactly as many are sent as the shared limit admits", sharedLimitAtOnce),
            StorePromise(
                "one key used at once by many, for two sets of words: one send, and the other words lead nowhere",
                sameKeyAtOnce),
            StorePromise("hundreds of phones at once: each its own verification", manyPhones),
            StorePromise("requests that clash do not disturb the others of their batch", poison),
            StorePromise("failures at once give each its own share back", failuresAtOnce),
        ])
}
