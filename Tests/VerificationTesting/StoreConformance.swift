import Testing
import VerificationCore

/// What every verification store promises; each case is one script that proves it.
package enum StorePromise: String, Sendable, CaseIterable, CustomTestStringConvertible {
    // How a request is handled
    case sendsAndTells = "a claimed, recorded send is told in full, under every request's id"
    case joins = "a second request joins the first one's verification"
    case redelivered = "a request that comes again is leased, then settled, and never sent twice"
    case claimAgain = "a claim whose answer was lost finds its own lease and goes on"
    case claimAgainLate = "a claim whose answer was lost for longer than its lease goes on all the same"
    case recordedAgain = "an outcome whose answer was lost finds its own word, and takes nothing back twice"
    case abandoned = "a message whose lease is over is told as unknown, though no worker comes back to it"
    case oldVerification = "a new verification ends the one before it"
    case leaseOver = "a lease that ended without an outcome leaves an unknown message, or one more try"
    case laterTry = "what waits is tried again when it is due, under the next fence"
    case staleFence = "an outcome under a stale fence changes nothing"
    case recordedOnce = "an outcome is recorded once"
    case failedGivesBack = "a failed send gives everything back, and the next request may send at once"
    case unknownGivesNothingBack = "an unknown send gives nothing back"
    case undeliveredGivesNothingBack = "a send that did not arrive gives nothing back"
    case resendKeepsCode = "a resend after a failed one keeps code and verification"
    case expiredAndRefused = "requests that are not served are on record with the reason"
    case metadataIsKept = "metadata comes back as it came, whatever characters it has"
    case testNumbersAreFree = "a test number takes from no limit, and gives none back"
    case testNumberScenarios = "a limited test number is told so, an expired one is a number like any other"
    case stamps = "what is new about a verification changes its stamp under every id, and nothing else does"
    // What many share
    case limitPerIP = "an address has its own limit; in IPv6 the whole /64 is one address"
    case limitPerPrefix = "numbers that begin alike have their own limit"
    case limitPerApp = "an app has its own limit"
    case severalLimits = "all windows of all limits must admit; the longest wait is told"
    case limitedTakesNothing = "a request that one limit refuses takes nothing from the others"
    case sharedGivenBack = "a failed send gives its share of every limit back; others do not"
    case noLimits = "what an app does not limit has no limit"
    // Calls that are repeated
    case sameKey = "the same idempotency key and words have one effect, and all ids lead to it"
    case reusedKey = "a key that was used for other words leads nowhere, and says so"
    case otherAppsKey = "another app's key of the same name is another key"
    case idAhead = "an id from the day after tomorrow is refused and leaves nothing; an old one is as good as any"
    case reusedID = "an id that was used for another phone changes nothing"
    // What is on record of a phone
    case history = "a phone's verifications are told newest first, page by page, and nobody else's"
    // What is forgotten
    case erase = "an erased phone has no verifications, and its next request begins a new one"
    case eraseKeepsLimits = "an erased phone keeps what it has used of its limits"
    // How codes are checked
    case checkOfJoined = "a code is checked under the id of any request, and told as that request's"
    case rightCode = "a right code approves, once, and the next request begins a new verification"
    case wrongCodes = "as many wrong codes as allowed end a verification, and the next request begins a new one"
    case checkByPhone = "a code is checked under the phone's number while its verification is live"
    case repeatedCheck = "a check with the same idempotency key and code has the same answer, and counts once"
    case missingCodeKey = "where the ring lacks the code's key nothing is counted"
    case expiredCode = "a dead code is not counted"
    case cancel = "cancelling ends a pending verification; twice is once, and an approved one stays approved"
    case otherApp = "another app sees nothing and changes nothing"
    case wrongCodesPerPhone =
        "wrong codes are limited per phone over all its verifications; the refused try counts nowhere"
    case wrongCodesPerIP = "wrong codes are limited per address: the check's, or else the request's"
    case rightCodeTakesNothing = "a right code takes nothing from the limits on wrong ones"
    case testNumberCodes = "a test number's codes are limited by its verification alone"
    // What happens at once
    case fiftyClaims = "fifty claims for a new phone at two workers: one send, and all ids lead to it"
    case sameRequestAtOnce = "one request delivered to many at once is sent by one of them"
    case wrongCodesAtOnce = "fifty wrong codes at once: exactly as many are compared as are allowed"
    case rightCodesAtOnce = "sixty right codes at once: one approves, the others hear of it, and no try is used up"
    case sameCheckAtOnce = "one check sent many times at once is one check"
    case limitAtOnce = "sixty-four racing requests: exactly as many are sent as the limit admits"
    case wrongCodesPerPhoneAtOnce = "fifty wrong codes at once: as many are compared as the phone's limit admits"
    case networkAtOnce = "wrong codes of many phones at once: as many are compared as their address's limit admits"
    case sharedLimitAtOnce = "sixty-four racing phones: exactly as many are sent as the shared limit admits"
    case sameKeyAtOnce =
        "one key used at once by many, for two sets of words: one send, and the other words lead nowhere"
    case manyPhones = "hundreds of phones at once: each its own verification"
    case poison = "requests that clash do not disturb the others of their batch"
    case failuresAtOnce = "failures at once give each its own share back"

    package var testDescription: String { rawValue }
}

/// Proves one promise on an empty store.
package func exerciseStore(_ promise: StorePromise, on bench: StoreBench) async throws {
    switch promise {
    case .sendsAndTells: try await sendsAndTells(bench)
    case .joins: try await joins(bench)
    case .redelivered: try await redelivered(bench)
    case .claimAgain: try await claimAgain(bench)
    case .claimAgainLate: try await claimAgainLate(bench)
    case .recordedAgain: try await recordedAgain(bench)
    case .abandoned: try await abandoned(bench)
    case .oldVerification: try await oldVerification(bench)
    case .leaseOver: try await leaseOver(bench)
    case .laterTry: try await laterTry(bench)
    case .staleFence: try await staleFence(bench)
    case .recordedOnce: try await recordedOnce(bench)
    case .failedGivesBack: try await failedGivesBack(bench)
    case .unknownGivesNothingBack: try await unknownGivesNothingBack(bench)
    case .undeliveredGivesNothingBack: try await undeliveredGivesNothingBack(bench)
    case .resendKeepsCode: try await resendKeepsCode(bench)
    case .expiredAndRefused: try await expiredAndRefused(bench)
    case .metadataIsKept: try await metadataIsKept(bench)
    case .testNumbersAreFree: try await testNumbersAreFree(bench)
    case .testNumberScenarios: try await testNumberScenarios(bench)
    case .stamps: try await stamps(bench)
    case .limitPerIP: try await limitPerIP(bench)
    case .limitPerPrefix: try await limitPerPrefix(bench)
    case .limitPerApp: try await limitPerApp(bench)
    case .severalLimits: try await severalLimits(bench)
    case .limitedTakesNothing: try await limitedTakesNothing(bench)
    case .sharedGivenBack: try await sharedGivenBack(bench)
    case .noLimits: try await noLimits(bench)
    case .sameKey: try await sameKey(bench)
    case .reusedKey: try await reusedKey(bench)
    case .otherAppsKey: try await otherAppsKey(bench)
    case .idAhead: try await idAhead(bench)
    case .reusedID: try await reusedID(bench)
    case .history: try await history(bench)
    case .erase: try await erase(bench)
    case .eraseKeepsLimits: try await eraseKeepsLimits(bench)
    case .checkOfJoined: try await checkOfJoined(bench)
    case .rightCode: try await rightCode(bench)
    case .wrongCodes: try await wrongCodes(bench)
    case .checkByPhone: try await checkByPhone(bench)
    case .repeatedCheck: try await repeatedCheck(bench)
    case .missingCodeKey: try await missingCodeKey(bench)
    case .expiredCode: try await expiredCode(bench)
    case .cancel: try await cancel(bench)
    case .otherApp: try await otherApp(bench)
    case .wrongCodesPerPhone: try await wrongCodesPerPhone(bench)
    case .wrongCodesPerIP: try await wrongCodesPerIP(bench)
    case .rightCodeTakesNothing: try await rightCodeTakesNothing(bench)
    case .testNumberCodes: try await testNumberCodes(bench)
    case .fiftyClaims, .sameRequestAtOnce, .wrongCodesAtOnce, .rightCodesAtOnce, .sameCheckAtOnce, .limitAtOnce,
        .wrongCodesPerPhoneAtOnce, .networkAtOnce, .sharedLimitAtOnce, .sameKeyAtOnce, .manyPhones, .poison,
        .failuresAtOnce:
        try await exerciseAtOnce(promise, on: bench)
    }
}

private func exerciseAtOnce(_ promise: StorePromise, on bench: StoreBench) async throws {
    switch promise {
    case .fiftyClaims: try await fiftyClaims(bench)
    case .sameRequestAtOnce: try await sameRequestAtOnce(bench)
    case .wrongCodesAtOnce: try await wrongCodesAtOnce(bench)
    case .rightCodesAtOnce: try await rightCodesAtOnce(bench)
    case .sameCheckAtOnce: try await sameCheckAtOnce(bench)
    case .limitAtOnce: try await limitAtOnce(bench)
    case .wrongCodesPerPhoneAtOnce: try await wrongCodesPerPhoneAtOnce(bench)
    case .networkAtOnce: try await networkAtOnce(bench)
    case .sharedLimitAtOnce: try await sharedLimitAtOnce(bench)
    case .sameKeyAtOnce: try await sameKeyAtOnce(bench)
    case .manyPhones: try await manyPhones(bench)
    case .poison: try await poison(bench)
    case .failuresAtOnce: try await failuresAtOnce(bench)
    case _: Issue.record("\(promise) is no race")
    }
}
