extension BadRequest {
    static let documents = [
        BadRequest("nothing", "", "invalid-json"),
        BadRequest("blank", " \n", "invalid-json"),
        BadRequest("null", "null", "invalid-json"),
        BadRequest("an array", "[]", "invalid-json"),
        BadRequest("a string", #""x""#, "invalid-json"),
        BadRequest("a number", "1", "invalid-json"),
        BadRequest("cut off", #"{"phoneNumber":"+1415555"#, "invalid-json"),
        BadRequest("something after it", #"{"phoneNumber":"+14155552123"}x"#, "invalid-json"),
        BadRequest("two documents", #"{"phoneNumber":"+14155552123"}{}"#, "invalid-json"),
        BadRequest(
            "a byte order mark", [0xEF, 0xBB, 0xBF] + Array(#"{"phoneNumber":"+14155552123"}"#.utf8), "invalid-json"),
        BadRequest(
            "UTF-16", [0xFF, 0xFE] + #"{"phoneNumber":"+14155552123"}"#.utf8.flatMap { [$0, 0] }, "invalid-json"),
        BadRequest(
            "broken UTF-8", Array(#"{"phoneNumber":""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8), "invalid-json"),
        BadRequest("8,000 open arrays", String(repeating: "[", count: 8_000), "invalid-json"),
        BadRequest(
            "4,000 elements", #"{"a":[\#(String(repeating: "1,", count: 4_000))1]}"#, "invalid-json"),
        BadRequest("a member twice", #"{"phoneNumber":"+14155552123","phoneNumber":"+14155552124"}"#, "invalid-json"),
        BadRequest(
            "a member twice, once in other letters",
            #"{"phoneNumber":"+14155552123","phone\u004eumber":"+14155552124"}"#, "invalid-json"),
        BadRequest("a member twice, deep inside", #"{"a":[{"b":1,"b":2}]}"#, "invalid-json"),
        BadRequest("a NUL", #"{"phoneNumber":"+14155552123\u0000"}"#, "invalid-json"),
        BadRequest(
            "16 KiB and a byte", "{" + String(repeating: " ", count: 16_383) + "}", "body-too-large", status: 413),
        BadRequest("100,000 open arrays", String(repeating: "[", count: 100_000), "body-too-large", status: 413),
        BadRequest(
            "a million members", "{" + (0..<1_000_000).map { "\"\($0)\":0" }.joined(separator: ",") + "}",
            "body-too-large", status: 413),
        BadRequest("10 MB", Array(repeating: 0x20, count: 10_000_000), "body-too-large", status: 413),
    ]

    static let phones =
        [
            BadRequest("no number", "{}", "invalid-phone-number", "phoneNumber", "missing"),
            BadRequest("null", #"{"phoneNumber":null}"#, "invalid-phone-number", "phoneNumber", "missing"),
            BadRequest("number", #"{"phoneNumber":14155550123}"#, "invalid-phone-number", "phoneNumber", "wrong-type"),
            BadRequest("array", #"{"phoneNumber":["+1"]}"#, "invalid-phone-number", "phoneNumber", "wrong-type"),
            BadRequest("object", #"{"phoneNumber":{}}"#, "invalid-phone-number", "phoneNumber", "wrong-type"),
            BadRequest("bool", #"{"phoneNumber":true}"#, "invalid-phone-number", "phoneNumber", "wrong-type"),
        ]
        + [
            "", "14155550123", "0014155550123", "112", "911", "+1 415 555 2123;ext=5", "+1415555CALL",
            "+1415555212³", "+1415555212\\u0301", "+14155552123, +14155552124", "+14155552123\\n+14155552124",
            "+1415+5552123", "tel:+14155552123", "{{7*7}}", "'; drop table verification; --",
            "+" + String(repeating: "1", count: 200),
        ].map { phone($0, "malformed") }
        + [phone("+0123456789", "unknown-calling-code"), phone("+2100000000", "unknown-calling-code")]
        + [phone("+1", "too-short"), phone("+491", "too-short"), phone("+1415555012345678", "too-long")]
        + [phone("+15555550200", "impossible")]
        + [
            // Premium rate, toll-free, and a line that no SMS reaches.
            phone("+19002345678", "kind-not-allowed"), phone("+18002345678", "kind-not-allowed"),
            phone("+441212345678", "kind-not-allowed"),
        ]

    static let others =
        [
            #""""#, #""../../etc/passwd""#, #""{{7*7}}""#, #""%s%n""#, #""😀""#, #""e""#,
            "\"\(String(repeating: "a", count: 300))\"",
        ].map { member(#""languageCode":\#($0)"#, "invalid-language-code", "languageCode", "malformed") }
        + ["{}", "[]", "7", "true"].map {
            member(#""languageCode":\#($0)"#, "invalid-language-code", "languageCode", "wrong-type")
        }
        + ["1.2.3", "1.2.3.4:80", "fe80::1%eth0", "[::1]", "localhost", ""].map {
            member(#""clientIp":"\#($0)""#, "invalid-client-ip", "clientIp", "malformed")
        }
        + [
            member(#""clientIp":7"#, "invalid-client-ip", "clientIp", "wrong-type"),
            member(#""webOtpDomain":"not a domain""#, "invalid-web-otp-domain", "webOtpDomain", "malformed"),
            member(
                #""webOtpDomain":"a.example","webOtpEmbeddedDomain":"b""#, "invalid-web-otp-embedded-domain",
                "webOtpEmbeddedDomain", "malformed"),
            member(
                #""webOtpEmbeddedDomain":"b.example""#, "invalid-web-otp-embedded-domain", "webOtpEmbeddedDomain",
                "conflict"),
            member(
                #""appSignatureHash":"short""#, "invalid-app-signature-hash", "appSignatureHash", "malformed"),
            member(
                #""appSignatureHash":"FA+9qCX9VSu","webOtpDomain":"example.com""#, "invalid-app-signature-hash",
                "appSignatureHash", "conflict"),
            member(#""metadata":"x""#, "invalid-metadata", "metadata", "wrong-type"),
            member(#""metadata":{"a":1}"#, "invalid-metadata", "metadata", "wrong-type"),
            member(
                #""metadata":{"a":"\#(String(repeating: "x", count: 501))"}"#, "invalid-metadata", "metadata",
                "too-long"),
            member(
                #""metadata":{\#((0...16).map { "\"k\($0)\":\"\"" }.joined(separator: ","))}"#, "invalid-metadata",
                "metadata", "too-long"),
        ]
}
