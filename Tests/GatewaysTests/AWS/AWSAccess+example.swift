import Gateways

extension AWSAccess {
    /// The account of AWS' own examples.
    static let example = AWSAccess(
        region: "eu-west-1", account: "AKIDEXAMPLE",
        secret: Secret("wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"))
}
