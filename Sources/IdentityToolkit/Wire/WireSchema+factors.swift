// The members of each call about second factors, as Google documents them.
extension WireSchema {
    static let startEnrollment = WireSchema(
        texts: "idToken tenantId",
        others: [("phoneEnrollmentInfo", .object(phoneInfo)), ("totpEnrollmentInfo", .object(.anything))])

    static let finalizeEnrollment = WireSchema(
        texts: "displayName idToken tenantId",
        others: [
            ("phoneVerificationInfo", .object(phoneProof)),
            ("totpVerificationInfo", .object(WireSchema(texts: "sessionInfo verificationCode"))),
        ])

    static let withdrawEnrollment = WireSchema(texts: "idToken mfaEnrollmentId tenantId")

    static let startSecondFactor = WireSchema(
        texts: "mfaEnrollmentId mfaPendingCredential tenantId", others: [("phoneSignInInfo", .object(phoneInfo))])

    static let finalizeSecondFactor = WireSchema(
        texts: "mfaEnrollmentId mfaPendingCredential tenantId",
        others: [
            ("phoneVerificationInfo", .object(phoneProof)),
            ("totpVerificationInfo", .object(WireSchema(texts: "verificationCode"))),
        ])

    private static let phoneInfo = WireSchema(
        texts: "captchaResponse iosReceipt iosSecret phoneNumber playIntegrityToken recaptchaToken safetyNetToken",
        others: clients + [("autoRetrievalInfo", .object(WireSchema(texts: "appSignatureHash")))])

    private static let phoneProof = WireSchema(texts: "androidVerificationProof code phoneNumber sessionInfo")
}
