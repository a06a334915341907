import Crypto
import CryptoExtras
import NIOSSL
import StrictJSON
import VerificationCore

/// What Amazon SNS posts to an endpoint that subscribes to a topic.
struct SNSEnvelope {
    /// What it is about; the names are those of the member `Type`.
    enum Kind: String {
        /// Something was published.
        case notification = "Notification"
        /// SNS asks whether the endpoint wants what is published.
        case subscriptionConfirmation = "SubscriptionConfirmation"
        /// SNS says that the endpoint gets nothing any more.
        case unsubscribeConfirmation = "UnsubscribeConfirmation"

        /// What is signed, in this order.
        fileprivate var signedMembers: [String] {
            switch self {
            case .notification: ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"]
            case .subscriptionConfirmation, .unsubscribeConfirmation:
                ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"]
            }
        }
    }

    let kind: Kind
    let message: String
    let topic: String
    /// What a confirmation is given by; nil in a notification.
    let subscribeURL: String?
    let certificateURL: String
    let signature: SNSSignature

    /// Nil for what SNS does not post.
    init?(_ body: [UInt8]) {
        // What is no JSON is not from SNS.
        guard let json = try? JSONValue(parsing: body), let kind = json["Type"]?.string.flatMap(Kind.init),
            let message = json["Message"]?.string, let topic = json["TopicArn"]?.string,
            let certificateURL = json["SigningCertURL"]?.string,
            let hash = json["SignatureVersion"]?.string.flatMap(SNSSignature.Hash.init),
            let signature = json["Signature"]?.string.flatMap({ Base64.decode($0) })
        else { return nil }
        self.kind = kind
        self.message = message
        self.topic = topic
        self.certificateURL = certificateURL
        subscribeURL = json["SubscribeURL"]?.string
        let content = kind.signedMembers.compactMap { name in json[name]?.string.map { "\(name)\n\($0)\n" } }.joined()
        self.signature = SNSSignature(bytes: signature, hash: hash, content: Array(content.utf8))
    }
}

/// The signature under something that Amazon SNS posts.
struct SNSSignature {
    /// What the signature is over; the names are those of `SignatureVersion`.
    enum Hash: String {
        /// What a topic has unless its owner sets another.
        case sha1 = "1"
        case sha256 = "2"
    }

    let bytes: [UInt8]
    let hash: Hash
    let content: [UInt8]

    /// Whether it was made with the key of this certificate.
    func fits(_ key: _RSA.Signing.PublicKey) -> Bool {
        let signature = _RSA.Signing.RSASignature(rawRepresentation: bytes)
        return switch hash {
        case .sha1: key.isValidSignature(signature, for: Insecure.SHA1.hash(data: content), padding: .insecurePKCS1v1_5)
        case .sha256: key.isValidSignature(signature, for: SHA256.hash(data: content), padding: .insecurePKCS1v1_5)
        }
    }

    /// The key of a certificate in PEM; nil for what is none, or has no RSA key of 2,048 bits or more.
    static func key(ofCertificate pem: [UInt8]) -> _RSA.Signing.PublicKey? {
        // The answer does not say why it cannot be read, because an attacker may have named it in the call.
        guard let certificate = try? NIOSSLCertificate(bytes: pem, format: .pem) else { return nil }
        // The same holds for a key of another kind, and for one that is too short.
        return try? _RSA.Signing.PublicKey(derRepresentation: certificate.extractPublicKey().toSPKIBytes())
    }
}
