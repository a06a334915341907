import Crypto
import CryptoExtras
import FoundationEssentials
import StrictJSON

/// Signs as Amazon SNS does, with a key of its own that is worth nothing.
enum SNSSigner {
    static let topic = "arn:aws:sns:eu-west-1:123456789012:receipts"
    static let certificateURL = "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123abcd.pem"
    static let subscribeURL =
        "https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=\(topic)&Token=2336412f37"

    /// A notification with this message, signed; `members` are added to it, or take the place of its own.
    static func notification(
        _ message: String, version: String = "1", with members: KeyValuePairs<String, String> = [:]
    ) throws -> [UInt8] {
        try envelope(
            "Notification", signing: ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"],
            message: message, version: version, with: members)
    }

    /// A question whether the endpoint wants the topic's messages, or the news that it gets none any more.
    static func confirmation(
        _ type: String = "SubscriptionConfirmation", version: String = "1",
        with members: KeyValuePairs<String, String> = [:]
    ) throws -> [UInt8] {
        var all = ["SubscribeURL": subscribeURL, "Token": "2336412f37"]
        for (name, value) in members { all[name] = value }
        return try envelope(
            type, signing: ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"],
            message: "You have chosen to subscribe", version: version, with: all.map { ($0.key, $0.value) })
    }

    private static func envelope(
        _ type: String, signing names: [String], message: String, version: String,
        with members: some Sequence<(key: String, value: String)>
    ) throws -> [UInt8] {
        var all = [
            "Type": type, "MessageId": "22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324", "TopicArn": topic, "Message": message,
            "Timestamp": "2026-01-02T03:04:05.678Z", "SignatureVersion": version, "SigningCertURL": certificateURL,
            "UnsubscribeURL": "https://sns.eu-west-1.amazonaws.com/?Action=Unsubscribe",
        ]
        for (name, value) in members { all[name] = value }
        let content = names.compactMap { name in all[name].map { "\(name)\n\($0)\n" } }.joined()
        all["Signature"] = try sign(content, sha256: version == "2")
        return JSONValue.object(JSONObject(all.map { JSONObject.Member(key: $0.key, value: .string($0.value)) }))
            .serialized
    }

    private static func sign(_ content: String, sha256: Bool) throws -> String {
        let key = try _RSA.Signing.PrivateKey(pemRepresentation: privateKey)
        let bytes = Array(content.utf8)
        let signature =
            if sha256 {
                try key.signature(for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5)
            } else {
                try key.signature(for: Insecure.SHA1.hash(data: bytes), padding: .insecurePKCS1v1_5)
            }
        return signature.rawRepresentation.base64EncodedString()
    }

    /// Of the key below, signed by itself; good for a hundred years.
    static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIDDzCCAfegAwIBAgIUQDl56KwLwAD+rSe/l70+RzhO8QowDQYJKoZIhvcNAQEL
        BQAwFjEUMBIGA1UEAwwLc25zLmV4YW1wbGUwIBcNMjYxMTIyMTYzNDEwWhgPMjEy
        NjEwMjkxNjM0MTBaMBYxFDASBgNVBAMMC3Nucy5leGFtcGxlMIIBIjANBgkqhkiG
        9w0BAQEFAAOCAQ8AMIIBCgKCAQEAu9ppHJVMBo9Pl/r+kf3z/IS2+qSet5Q/3HUF
        o05Bn9djiGGtwTdOAnKwgigL0nRZwBlaUUGW+an28sseJ/xIQqHmY1QOlslVzqzl
        fv319CToBg4WRroC+SJpjDrzsT2uthesaZn8p84J3kfyfDcuAQ7OU2da6Rr4BS8w
        vOt4WNTGhpz1TbSnXxz49efT5damY72eTP7C6pPMcmfmhXt9p9I3PE/Jh36zyHHr
        mh3Ihiva1grBLca+dFku8FPXz2GHHEFyB132M+zLvcEk+voN1QeoyaIexRHQI+9E
        RN3h6U7lb+a6so8J3oC+urAo6lGBdkyyA+jbMSwx3HQ60YdlPQIDAQABo1MwUTAd
        BgNVHQ4EFgQU1RVq4CcJOp9cMoCBWm/iOpCsKUcwHwYDVR0jBBgwFoAU1RVq4CcJ
        Op9cMoCBWm/iOpCsKUcwDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOC
        AQEAX0xEhL3E8iGhUkeVbLHiUOvZJLaRc7kng3WpLR2RG5RqnRz3zHzgTUWIn6bz
        SE3Q2smzmYtp2OVcoEj42fZxLwYvUYv+JsWWmrLBtA6WKBV8Eo62LI55yyjhJQEk
        xgf7uPajh5IzF3F2eWi715nFB8pmZlQ8mknw5GHuiNRa2YfJ50ulkRCTUWsF8afj
        fWJAgzusA0ZwWQ9WKEUXohFf5WZM0wiilRe5j+45/4VC59+Pn7AF+82+8MHNqZzV
        a5VIfrZzL0HiUVcoqL5BmpViHmhgg53K0b23zqfpoSL/l1YUnPiaguemLA6mMOPm
        75+F3qOTiGxvPcpPrPjZ1ylOGw==
        -----END CERTIFICATE-----
        """

    /// With a key that is no RSA key.
    static let otherCertificate = """
        -----BEGIN CERTIFICATE-----
        MIIBgzCCASmgAwIBAgIUQrQ92qY0bhrmv9hC7knAU9FUuaYwCgYIKoZIzj0EAwIw
        FjEUMBIGA1UEAwwLc25zLmV4YW1wbGUwIBcNMjYxMTIyMTYzNDEwWhgPMjEyNjEw
        MjkxNjM0MTBaMBYxFDASBgNVBAMMC3Nucy5leGFtcGxlMFkwEwYHKoZIzj0CAQYI
        KoZIzj0DAQcDQgAECH5lgmaBeR8jyIxDLsZvB8afxeY7aWvFo9RouGNueoX/ZObI
        R3XANjRP6e1TkOJRlxGpuRmVuiMSGypxbzfZ4KNTMFEwHQYDVR0OBBYEFAZa522f
        utRuEK+ld2PPx88UWWqfMB8GA1UdIwQYMBaAFAZa522futRuEK+ld2PPx88UWWqf
        MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhAJcK5d42cCUB95Pr
        GCZNYMqQ+4xAH9SAJtXCemrbO9roAiBC7IRCyRup4/pAgIt7cLGP+XBa8irHTJlX
        FlojjHPAUQ==
        -----END CERTIFICATE-----
        """

    private static let privateKey = """
        -----BEGIN PRIVATE KEY-----
        MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQC72mkclUwGj0+X
        +v6R/fP8hLb6pJ63lD/cdQWjTkGf12OIYa3BN04CcrCCKAvSdFnAGVpRQZb5qfby
        yx4n/EhCoeZjVA6WyVXOrOV+/fX0JOgGDhZGugL5ImmMOvOxPa62F6xpmfynzgne
        R/J8Ny4BDs5TZ1rpGvgFLzC863hY1MaGnPVNtKdfHPj159Pl1qZjvZ5M/sLqk8xy
        Z+aFe32n0jc8T8mHfrPIceuaHciGK9rWCsEtxr50WS7wU9fPYYccQXIHXfYz7Mu9
        wST6+g3VB6jJoh7FEdAj70RE3eHpTuVv5rqyjwnegL66sCjqUYF2TLID6NsxLDHc
        dDrRh2U9AgMBAAECggEALrbyQ67m4Iy77N34d4KxLX8tZ6gPZjSiKucY91LrI94y
        vMQZqv5fUmGF/mAKDJRti0VivekzK7P2GsujHKtypstPGS1akWnRAlvhmFJ8WvHg
        lzzikkUInz7NA5fXaSCfNV4uvHYULACjWJkItpYcRRwS+A+wPl68BcIF+z0NSP12
        jSuBE1BcoSek7ZtoXEWqhx5cbURmLKLCEuuw7LQR2dc0lu+NbAChJ0jZvP0q5i3v
        T6ddUhbu5VOVZBnkqTN0BHCcbjVhAeNB2f1EfimueoPgiuHssGP8qYZZdQadsA5v
        w2aIlcbh+rV6lfRt8AQ4oYoOA8cOCv6DYYABjePG4QKBgQD9KC9O43Kzb5VvUGqI
        nw9onsFbua+QB/gZ4iHUZxyMk2lkWpsXwzXFIYon29ryTLcAzF9g8IfrkSJdTJOf
        YYofagE6GYtd5sv5zbafMLkETyn9Cnpx1CpsQ/NVrEn18qibhA4L9H9/zqpdBrp9
        uwxRRQrsLusfUaojhhRYqaPDDQKBgQC99nrvY505hYMnY68CmdVjsRnUW9Tp179J
        1ACMxpJMRgWnIABSjWCD5vhWDKUnjf3FIQ5IBLFfxJWAvaweNgeD2Lm0pRsTZm/3
        9G/8/6aCGgyG2D22cHsdUpTFPS4ZfX4KPm8eH1srQVVyQppmQlRQC0OuMbbGr+2G
        FiuPODZe8QKBgFX3gnEonbe/SaCeTz8LvKDLYF/0o2CmxCKN/uzxAund2SlB927P
        VIAXzqGQcD5dvLthq3Xw2EcvZtsF+Q9jgRL/3WDMcd42VMgEimJumjWTaG/MUh47
        bRiMzqImOotxlr4QzvBSW8Wb+ZBTi5rMnPcwGfBwUlm1UrBzhI9DNCA1AoGAO/uW
        efzEaqNj9I4fdvzISsBjXZDZvDUp69ALlGgnTfpWUp1iPK7zqPLHu7QmekT1usdj
        UQ5aS9kxNAOwU6HP4awPh6ES2Z9g/7SpoAPBuhcrmXCym+cMmQe4fkeBRP9BS07H
        m4VfLltk9b1eL6gGI3hLGLgN9NMcd1iMzJ59XKECgYAULZPEda4n2qPWK2cn5nIx
        Qn4O8gXJzfQ37qT0ie4VccPc4P2fVX3MQ6SL0ENAXpsRRMmQuJ5C43gPwrw3zQf1
        YzACTK54kidbEN9OIZ4Q1i0Eel89Oew0+2Rqqwl/9VqqdCrmBVP0uHLenTLjQwDD
        9+bMR1DEqT9LqYlX+O62Fg==
        -----END PRIVATE KEY-----
        """
}
