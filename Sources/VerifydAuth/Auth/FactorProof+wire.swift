extension FactorProof {
    /// The members of the call that adds the factor.
    ///
    /// Throws for a proof that serves sign-ins alone.
    func enrollment() throws -> [String: WireValue] {
        switch self {
        case .phone(let credential): return try Self.phone(credential)
        case .newTOTP(let secret, let code):
            guard !code.isEmpty else { throw AuthError(.missingVerificationCode) }
            return [
                "totpVerificationInfo": .object([
                    "sessionInfo": .text(secret.sessionInfo), "verificationCode": .text(code),
                ])
            ]
        case .totp: throw AuthError(.missingMultiFactorSession)
        }
    }

    /// The members of the call that completes a sign-in.
    ///
    /// Throws for a proof that serves enrolments alone.
    func signIn() throws -> [String: WireValue] {
        switch self {
        case .phone(let credential): return try Self.phone(credential)
        case .totp(let enrollmentID, let code):
            guard !enrollmentID.isEmpty else { throw AuthError(.missingMultiFactorInfo) }
            guard !code.isEmpty else { throw AuthError(.missingVerificationCode) }
            return [
                "mfaEnrollmentId": .text(enrollmentID),
                "totpVerificationInfo": .object(["verificationCode": .text(code)]),
            ]
        case .newTOTP: throw AuthError(.missingMultiFactorInfo)
        }
    }

    private static func phone(_ credential: PhoneAuthCredential) throws -> [String: WireValue] {
        try credential.check()
        guard case .phone(let verificationID, let code) = credential.proof else {
            // A number that an earlier call has proved is no second factor.
            throw AuthError(.missingVerificationCode)
        }
        return ["phoneVerificationInfo": .object(["sessionInfo": .text(verificationID), "code": .text(code)])]
    }
}
