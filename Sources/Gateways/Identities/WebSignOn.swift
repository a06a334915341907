import AccountCore
import Connections
import FoundationEssentials
import StrictJSON
import VerificationCore

/// The operators' provider over HTTP: its document, and the exchange of codes (RFC 6749, section 4.1.3).
package struct WebSignOn: SignOnServer {
    private static let patience = Duration.seconds(5)
    /// The errors of RFC 6749 that say something is wrong with the client or its settings.
    private static let faults: Set<String> = [
        "invalid_request", "invalid_client", "unauthorized_client", "unsupported_grant_type", "invalid_scope",
    ]

    private let client: SignOnClient
    private let way: HTTPWay
    private let limit: Duration

    /// `way`: how the calls get there; `limit`: how long each may take, with its connection.
    package init(_ client: SignOnClient, by way: HTTPWay = HTTPWay(), within limit: Duration? = nil) {
        (self.client, self.way, self.limit) = (client, way, limit ?? Self.patience)
    }

    /// It follows no redirect, reads at most 64 KiB, and takes no longer than 5 seconds.
    package func document() async throws(SignOnError) -> SignOnDocument {
        do throws(KeySetError) {
            let url = try KeySetPlace.documentURL(of: client.issuer)
            let document = try await WebKeySets(by: way).document(at: url, until: .now + limit)
            return try SignOnDocument(document, of: client.issuer)
        } catch {
            switch error {
            case .unreachable(let words): throw .unreachable(words)
            case .unusable(let words): throw .unusable(words)
            }
        }
    }

    /// The same bounds hold.
    package func idToken(
        for grant: SignOnGrant, at document: SignOnDocument
    ) async throws(SignOnError) -> String {
        let place = try place(document)
        let calls = DeadlinedCalls(to: place, by: way, within: limit)
        let end = await calls.call(place.request(form(grant, isSecretInside: !document.takesBasic).bytes))
        await calls.end()
        switch end {
        case .answered(let reply): return try Self.token(in: reply)
        case .unanswered(let reason), .neverLeft(let reason): throw .unreachable(reason)
        }
    }

    private func place(_ document: SignOnDocument) throws(SignOnError) -> HTTPEndpoint {
        // What is wrong with a URL would repeat it.
        guard var place = try? HTTPEndpoint(url: document.tokenURL, contentType: FormBody.contentType) else {
            throw .unusable("the address for codes is malformed")
        }
        guard let secret = client.secret, document.takesBasic else { return place }
        let pair = Data("\(Self.escaped(client.id)):\(Self.escaped(secret))".utf8).base64EncodedString()
        do { try place.addHeader("authorization", value: "Basic \(pair)", setting: "clientSecret") } catch {
            throw .unusable("no header can carry the client's secret")
        }
        return place
    }

    private func form(_ grant: SignOnGrant, isSecretInside: Bool) -> FormBody {
        var form = FormBody()
        form.add("grant_type", value: "authorization_code")
        form.add("code", value: grant.code)
        form.add("redirect_uri", value: grant.redirectURI)
        form.add("code_verifier", value: grant.verifier)
        guard let secret = client.secret else {
            form.add("client_id", value: client.id)
            return form
        }
        guard isSecretInside else { return form }
        form.add("client_id", value: client.id)
        form.add("client_secret", value: secret)
        return form
    }

    /// The provider's words about an error may repeat the code; its codes do not.
    private static func token(in reply: HTTPReply) throws(SignOnError) -> String {
        guard reply.status == 200 else {
            let error = reply.json?["error"]?.string ?? ""
            if error == "invalid_grant" { throw .badCode }
            throw .unusable(faults.contains(error) ? error : "status \(reply.status)")
        }
        guard let token = reply.json?["id_token"]?.string, !token.isEmpty else {
            throw .unusable("the answer has no ID token")
        }
        return token
    }

    /// As a form has it, which the header needs too (RFC 6749, section 2.3.1).
    private static func escaped(_ text: String) -> String {
        var form = FormBody(spacesAsPluses: true)
        form.add("", value: text)
        return String(decoding: form.bytes.dropFirst(), as: UTF8.self)
    }
}
