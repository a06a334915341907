import Messages
import StrictJSON
import VerificationCore

/// An app's own text, as commands show it: with its encoding and its number of segments.
struct TextLine {
    let language: LanguageTag
    let template: String
    private let app: App
    private let sample: MessageText
    private let longest: MessageText
    /// The cost of the longest message with each autofill line; nil when the message goes without the line.
    private let autofill: [(member: String, name: String, cost: MessageText?)]

    init(_ app: App, text: LocalizedAppText) {
        self.app = app
        language = text.language
        template = text.text.template
        sample = text.sample(in: app.style)
        longest = text.longest(in: app.style)
        let lines = [
            ("androidHash", "Android's hash", Autofill(androidHash: "abcdefghijk")),
            ("webOtp", "WebOTP for example.com", Autofill(webOTPDomain: "example.com")),
        ]
        autofill = lines.map { ($0, $1, $2.flatMap { text.longest(in: app.style, with: $0) }) }
    }

    /// What the text costs; with a warning when the app's rules have changed since and allow fewer segments.
    var cost: String {
        let most = "\(sample.cost); at most \(longest.size)"
        let budget = app.rules.maxSegments
        guard longest.segments > budget else { return most }
        return most + ", but the app allows \(budget): the program's text may go instead"
    }

    /// What an operator sees after saving the text, or before it when nothing is to be saved.
    func report(isPlan: Bool) -> String {
        let lines = autofill.map { line in
            "\nwith \(line.name) "
                + (line.cost.map { "at most \($0.size)" } ?? "too long at most, and then sent without")
        }.joined()
        return "\(language) of \(app.id) \(isPlan ? "would be" : "is") set: \(cost)\(lines)\n\(sample.text)"
    }

    var json: JSONValue {
        .members([
            "language": .string(language.description), "text": .string(template), "sample": .string(sample.text),
            "encoding": .string(sample.encoding.rawValue), "units": .integer(Int64(sample.units)),
            "segments": .integer(Int64(sample.segments)), "maxUnits": .integer(Int64(longest.units)),
            "maxSegments": .integer(Int64(longest.segments)), "allowedSegments": .integer(Int64(app.rules.maxSegments)),
            "autofill": .object(JSONObject(autofill.map { .init(key: $0.member, value: $0.cost?.json ?? .null) })),
        ])
    }
}

extension MessageText {
    fileprivate var json: JSONValue {
        .members(["maxUnits": .integer(Int64(units)), "maxSegments": .integer(Int64(segments))])
    }
}
