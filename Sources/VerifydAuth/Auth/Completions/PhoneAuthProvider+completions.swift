// Codes by SMS, in the spelling that tells a block how a call has ended.
extension PhoneAuthProvider {
    /// Does as ``verifyPhoneNumber(_:uiDelegate:)``.
    ///
    /// - Parameters:
    ///   - phoneNumber: in the form of E.164.
    ///   - uiDelegate: what shows a captcha.
    ///   - completion: gets the verification ID or the error, once, on the main thread; nil to hear nothing.
    public func verifyPhoneNumber(
        _ phoneNumber: String, uiDelegate: (any AuthUIDelegate)? = nil,
        completion: ((String?, (any Error)?) -> Void)?
    ) {
        verifyPhoneNumber(phoneNumber, uiDelegate: uiDelegate, multiFactorSession: nil, completion: completion)
    }

    /// Does as ``verifyPhoneNumber(_:uiDelegate:multiFactorSession:)``.
    ///
    /// - Parameters:
    ///   - phoneNumber: in the form of E.164.
    ///   - uiDelegate: what shows a captcha.
    ///   - multiFactorSession: of ``MultiFactor/session()``; nil for a code that signs in.
    ///   - completion: gets the verification ID or the error, once, on the main thread; nil to hear nothing.
    public func verifyPhoneNumber(
        _ phoneNumber: String, uiDelegate: (any AuthUIDelegate)? = nil, multiFactorSession: MultiFactorSession?,
        completion: ((String?, (any Error)?) -> Void)?
    ) {
        Completion(completion).call {
            try await self.verifyPhoneNumber(
                phoneNumber, uiDelegate: uiDelegate, multiFactorSession: multiFactorSession)
        }
    }

    /// Does as ``verifyPhoneNumber(with:uiDelegate:multiFactorSession:)``.
    ///
    /// - Parameters:
    ///   - multiFactorInfo: one of ``MultiFactorResolver/hints``.
    ///   - uiDelegate: what shows a captcha.
    ///   - multiFactorSession: ``MultiFactorResolver/session``.
    ///   - completion: gets the verification ID or the error, once, on the main thread; nil to hear nothing.
    public func verifyPhoneNumber(
        with multiFactorInfo: PhoneMultiFactorInfo, uiDelegate: (any AuthUIDelegate)? = nil,
        multiFactorSession: MultiFactorSession?, completion: ((String?, (any Error)?) -> Void)?
    ) {
        Completion(completion).call {
            try await self.verifyPhoneNumber(
                with: multiFactorInfo, uiDelegate: uiDelegate, multiFactorSession: multiFactorSession)
        }
    }
}
