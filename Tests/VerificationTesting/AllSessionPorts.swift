import VerificationCore

/// All that is asked of what is on record of verifications, by whichever caller; only tests ask all of it of one store.
package typealias AllSessionPorts = CheckStore & ClaimStore & PhoneEraser & PhoneHistory & StatusStamps
    & VerificationCanceller & VerificationReader
