import AccountCore
import HTTPService
import StrictJSON

/// Writes the HTML of the handler page.
struct HandlerDocument: Sendable {
    private static let style = String(decoding: PackageResources.handler_css, as: UTF8.self)
    private static let script = String(decoding: PackageResources.handler_js, as: UTF8.self)
    /// The name of the function that the provider's script calls when it is there, as handler.js has it.
    private static let whenLoaded = "captchaIsHere"

    /// The browser runs only what carries it.
    let nonce: String
    private let text: HandlerTexts.Page

    init(_ text: HandlerTexts.Page, nonce: String) { (self.text, self.nonce) = (text, nonce) }

    /// The page that shows the captcha and leads back; `members`: what its address says.
    func html(of call: HandlerCall, members: Form) -> String {
        html(
            """
            <p id="instruction">\(HTMLText.escaped(text.instruction))</p>
            <noscript><p>\(HTMLText.escaped(text.noScript))</p></noscript>
            <div id="widget"></div>
            <p id="failure" role="alert" hidden>\(HTMLText.escaped(text.failure))</p>
            <a id="back" hidden>\(HTMLText.escaped(text.back))</a>
            """,
            script: """
                <script type="application/json" id="call">\(Self.safe(data(of: call, members: members)))</script>
                <script nonce="\(nonce)">\(Self.script)</script>
                """)
    }

    /// The page that leads nowhere; `words` say in English what is wrong.
    func html(failure words: String) -> String {
        html(
            """
            <p id="failure">\(HTMLText.escaped(text.failure))</p>
            <code lang="en" dir="ltr">\(HTMLText.escaped(words))</code>
            """, script: "")
    }

    private func html(_ content: String, script: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="\(text.language)" dir="\(text.isRightToLeft ? "rtl" : "ltr")">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="robots" content="noindex">
        <title>\(HTMLText.escaped(text.title))</title>
        <link rel="icon" href="data:,">
        <style nonce="\(nonce)">\(Self.style)</style>
        </head>
        <body>
        <main>
        <h1>\(HTMLText.escaped(text.title))</h1>
        \(content)
        </main>
        \(script)
        </body>
        </html>

        """
    }

    /// What handler.js reads.
    private func data(of call: HandlerCall, members: Form) -> JSONObject {
        var data: JSONObject = ["eventId": .string(call.eventID), "scheme": .string(call.scheme.text)]
        // With these the page asks whether the app's own token is good.
        data["key"] = members["apiKey"].map(JSONValue.string)
        data["bundle"] = members["ibi"].map(JSONValue.string)
        data["package"] = members["apn"].map(JSONValue.string)
        guard let site = call.site else { return data }
        data["widget"] = .string(site.provider.scriptObject)
        data["script"] = .string(scriptURL(site))
        data["siteKey"] = .string(site.siteKey)
        data["action"] = site.action.map(JSONValue.string)
        data["language"] = site.provider.widgetLanguage(text.language).map(JSONValue.string)
        return data
    }

    private func scriptURL(_ site: CaptchaSite) -> String {
        var query: [(name: String, value: String)] = [("render", "explicit"), ("onload", Self.whenLoaded)]
        if let language = site.provider.scriptLanguage(text.language) { query.append(("hl", language)) }
        return site.scriptURL + "?" + query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    }

    /// JSON that cannot end the element in which it stands.
    private static func safe(_ data: JSONObject) -> String {
        let text = String(decoding: JSONValue.object(data).serialized, as: UTF8.self)
        return text.unicodeScalars.reduce(into: "") { safe, scalar in
            if scalar == "<" { safe += "\\u003c" } else { safe.unicodeScalars.append(scalar) }
        }
    }
}
