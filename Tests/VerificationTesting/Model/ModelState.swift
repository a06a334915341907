/// What a run of random sequences must meet, because a test that never meets it says nothing about it.
package enum ModelState: String, Sendable, CaseIterable {
    // Requests that send.
    case firstSend, startAfterEnd, resend, lifeExtended, newCodeAtLastEnd, newCodeAfterUsedUp
    // Requests that do not.
    case joined, sendsUsedUp, refused, deadlinePassed, keyRepeated, keyOfAnother, keyFreeAgain
    // Limits; `free`: the window's last slot decides, so the model takes either answer.
    case limitedPerPhone, limitedPerAddress, limitedPerPrefix, limitedPerApp, free
    // Redeliveries.
    case leased, waiting, nextTry, resumed, held, sentAfterUnknown, superseded, dropped, droppedLate, knownAlready
    // Outcomes and receipts.
    case accepted, busy, failed, unknown, stale, takenBack, takenBackByOtherRules, sessionFailed
    case delivered, undelivered, earlyReceipt
    // Checks.
    case approved, approvedByPhone, approvedAgainByKey, approvedElsewhere, wrong, wrongAgainByKey, checkKeyReused
    case maxAttempts, checkAfterEnd, wrongLimitedPerPhone, wrongLimitedPerAddress
    // The rest.
    case canceled, canceledAfterEnd, erased, missingErased, missingKeyReused, shownExpired
}
