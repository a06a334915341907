/// Makes assertions of second factors by SMS.
public enum PhoneMultiFactorGenerator {
    /// The factor's kind.
    public static let factorID = PhoneMultiFactorID

    /// Makes an assertion of a phone credential.
    ///
    /// - Parameter phoneAuthCredential: the verification ID and the code that the person has typed.
    /// - Returns: the assertion. Whether it is right shows at the enrolment or the sign-in.
    public static func assertion(with phoneAuthCredential: PhoneAuthCredential) -> MultiFactorAssertion {
        MultiFactorAssertion(factorID: factorID, proof: .phone(phoneAuthCredential))
    }
}
