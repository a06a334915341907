import SMSGateways

extension AWSAccess {
    /// The account of AWS' own examples.
    static let example = AWSAccess(
        region: "eu-west-1", accessKeyID: "AKIDEXAMPLE",
        secretAccessKey: Secret("wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"))
}
