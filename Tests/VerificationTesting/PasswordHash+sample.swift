import VerificationCore

extension PasswordHash {
    /// Of `correct horse` at the least cost: to try it at the usual cost takes a debug build seconds.
    package static let ofCorrectHorse = PasswordHash(
        text: "$scrypt$ln=10,r=1,p=1$b25lIGZpeGVkIHNhbHQhIQ$h4UVL8RKAcyIr7d0UeQqSpu5YzzcLJ3MJ2zxtCJdLPA")
}
