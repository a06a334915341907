import NIOCore
import VerificationCore

/// The bytes of a `POST /v1/verifications`, each for a phone of its own.
struct StartCall: Sendable {
    private let head: String
    private let hasAddresses: Bool

    init(port: Int, key: APIKey, hasAddresses: Bool) {
        head = """
            POST /v1/verifications HTTP/1.1\r
            Host: 127.0.0.1:\(port)\r
            Authorization: Bearer \(key.text)\r
            Content-Type: application/json\r
            Content-Length:\u{20}
            """
        self.hasAddresses = hasAddresses
    }

    /// The call for the phone with this number.
    func bytes(_ number: Int) -> ByteBuffer {
        let address = hasAddresses ? #","clientIp":"\#(BenchPhones.address(number))""# : ""
        let (phone, language) = (BenchPhones.text(number), BenchPhones.language(number))
        let body = #"{"phoneNumber":"\#(phone)","languageCode":"\#(language)"\#(address)}"#
        return ByteBuffer(string: "\(head)\(body.utf8.count)\r\n\r\n\(body)")
    }
}
