import AccountCore
import Testing

@Suite("Device tokens and answers of the push service")
struct DeviceTokenTests {
    /// From Apple's article on sending notification requests.
    private static let apples = "00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0"

    @Test("a token is the same in small and in capital letters")
    func letters() throws {
        let token = try #require(DeviceToken(Self.apples))
        #expect(token == DeviceToken(Self.apples.uppercased()) && token.text == Self.apples)
    }

    @Test("a token has 32 to 100 bytes in hexadecimal, and nothing else is one")
    func others() {
        for count in [32, 33, 64, 100] {
            #expect(DeviceToken(String(repeating: "aF", count: count)) != nil, "\(count)")
        }
        let bad = [
            "", "00", String(repeating: "0", count: 63), String(repeating: "0", count: 65),
            String(repeating: "0", count: 202), String(repeating: "0g", count: 32), String(repeating: "٠", count: 64),
            Self.apples.dropLast(2) + "/.", "<" + Self.apples.dropLast(2) + ">", Self.apples + "\n",
            "../" + Self.apples,
        ]
        for text in bad { #expect(DeviceToken(text) == nil, "\(text)") }
    }

    @Test("neither a token nor a push shows itself")
    func hidden() throws {
        let token = try #require(DeviceToken(Self.apples))
        let push = SilentPush(
            to: token, of: "com.example.shop", isSandbox: false, receipt: "the receipt", secret: "the secret")
        var shown = "\(token)\(push)"
        dump([push], to: &shown)
        dump([token], to: &shown)
        #expect(!shown.contains("00fc") && !shown.contains("the secret") && !shown.contains("the receipt"))
    }

    @Test("Apple's answers, as its article on them lists them")
    func answers() {
        let table: [(Int, String, PushOutcome)] = [
            (200, "", .delivered),
            (400, "BadDeviceToken", .badDevice("BadDeviceToken")),
            (400, "DeviceTokenNotForTopic", .badDevice("DeviceTokenNotForTopic")),
            (410, "Unregistered", .badDevice("Unregistered")), (410, "ExpiredToken", .badDevice("ExpiredToken")),
            (400, "BadTopic", .refused("BadTopic")), (400, "TopicDisallowed", .refused("TopicDisallowed")),
            (403, "InvalidProviderToken", .refused("InvalidProviderToken")),
            (403, "ExpiredProviderToken", .refused("ExpiredProviderToken")),
            (403, "MissingProviderToken", .refused("MissingProviderToken")),
            (404, "BadPath", .refused("BadPath")), (413, "PayloadTooLarge", .refused("PayloadTooLarge")),
            (429, "TooManyRequests", .busy("TooManyRequests")),
            (429, "TooManyProviderTokenUpdates", .busy("TooManyProviderTokenUpdates")),
            (500, "InternalServerError", .busy("InternalServerError")), (503, "Shutdown", .busy("Shutdown")),
        ]
        for (status, reason, outcome) in table {
            let answer = PushAnswer(status: status, body: reason.isEmpty ? [] : Array(#"{"reason":"\#(reason)"}"#.utf8))
            #expect(answer.outcome == outcome)
            #expect(answer.asksForNewToken == (reason == "ExpiredProviderToken"))
        }
    }

    @Test("an answer that Apple does not give says its status, and no word of its body gets into a log")
    func strange() {
        for body in ["<html>", #"{"reason":"a\nline"}"#, #"{"reason":7}"#, #"{"reason":""}"#, "[]"] {
            #expect(PushAnswer(status: 302, body: Array(body.utf8)).outcome == .refused("status 302"))
            #expect(PushAnswer(status: 502, body: Array(body.utf8)).outcome == .busy("status 502"))
            #expect(PushAnswer(status: 410, body: Array(body.utf8)).outcome == .badDevice("status 410"))
        }
        let long = String(repeating: "a", count: 41)
        #expect(PushAnswer(status: 403, body: Array(#"{"reason":"\#(long)"}"#.utf8)).outcome == .refused("status 403"))
    }
}
