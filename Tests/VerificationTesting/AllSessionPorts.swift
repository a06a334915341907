import VerificationCore

/// The ports of all callers that ask about verifications; only tests ask a single store through all of them.
package typealias AllSessionPorts = CheckStore & ClaimStore & PhoneEraser & PhoneHistory & ReceiptStore
    & StatusStamps & VerificationCanceller & VerificationFinder & VerificationReader
