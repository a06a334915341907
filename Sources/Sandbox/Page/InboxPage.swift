import HTTPService
import HTTPTypes
import Hummingbird
import Mustache
import NIOCore
import VerificationCore

/// The inbox as a page.
struct InboxPage: Sendable {
    private let template: MustacheTemplate

    init() throws {
        template = try MustacheTemplate(string: InboxPageTemplate.html)
    }

    /// - Parameters:
    ///   - messages: The messages that the page shows, in this order.
    ///   - total: How many messages there were, shown or not.
    ///   - search: The search as the reader typed it.
    ///   - nonce: Marks the page's own style and script; letters and digits.
    /// - Returns: the whole page as HTML.
    func render(_ messages: [SandboxMessage], total: Int, search: String, nonce: String) -> String {
        template.render(
            Model(
                nonce: nonce, search: HTMLText.escaped(search), isSearch: !search.isEmpty,
                count: Self.count(shown: messages.count, total: total, isSearch: !search.isEmpty),
                newest: messages.first?.sequence ?? 0, isEmpty: messages.isEmpty,
                messages: messages.map { Row($0) }))
    }

    private static func count(shown: Int, total: Int, isSearch: Bool) -> String {
        let all = total == 1 ? "1 message" : "\(total) messages"
        return shown == total && !isSearch ? all : "\(shown) of \(all)"
    }

    /// What the template shows; every text in it is already escaped.
    private struct Model {
        let nonce: String
        let search: String
        let isSearch: Bool
        let count: String
        let newest: Int
        let isEmpty: Bool
        let messages: [Row]
    }

    private struct Row {
        let time: String
        let clock: String
        let phone: String
        let language: String
        /// False for a message whose sender does not say its language.
        let hasLanguage: Bool
        let encoding: String
        let segments: String
        let isLong: Bool
        let mayBeDuplicate: Bool
        let wireProtocol: String
        let id: String
        /// Empty while no receipt has gone out.
        let receipt: String
        let hasReceipt: Bool
        let text: String

        init(_ message: SandboxMessage) {
            time = message.receivedAt.rfc3339
            clock = String(time.dropFirst(11).prefix(8))
            phone = HTMLText.escaped(message.draft.phone)
            language = HTMLText.escaped(message.draft.language)
            hasLanguage = message.draft.language != "und"
            encoding = message.draft.encoding == .gsm7 ? "GSM-7" : "UCS-2"
            segments = message.draft.segments == 1 ? "1 segment" : "\(message.draft.segments) segments"
            isLong = message.draft.segments > 1
            mayBeDuplicate = message.draft.mayBeDuplicate
            wireProtocol = message.draft.wireProtocol.rawValue
            id = HTMLText.escaped(message.gatewayID)
            receipt = message.receipt?.rawValue ?? ""
            hasReceipt = message.receipt != nil
            text = HTMLText.escaped(message.draft.text)
        }
    }
}

extension Response {
    /// A page on which the browser uses only the style and the script that carry the nonce.
    static func page(_ html: String, nonce: String) -> Response {
        let policy =
            "default-src 'none'; style-src 'nonce-\(nonce)'; script-src 'nonce-\(nonce)'; connect-src 'self'; "
            + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        return Response(
            status: .ok, headers: [.contentType: "text/html; charset=utf-8", .contentSecurityPolicy: policy],
            body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }
}
