import AccountCore
import Connections
import Crypto
import StrictJSON
import VerificationCore

/// Facebook's Graph over HTTP: what a token is good for, and whose it is.
///
/// Token, secret and their proof stand in the query, as Graph wants it. So no URL of these calls goes into an error or a
/// log, and without TLS they go to this machine only.
package struct GraphService: FacebookGraph {
    private static let patience = Duration.seconds(5)
    private static let fields = "id,name,first_name,last_name,email,picture{url}"

    private let way: HTTPWay
    private let limit: Duration

    /// `way`: how the calls get there; `limit`: how long both may take together, with their connections.
    package init(by way: HTTPWay = HTTPWay(), within limit: Duration? = nil) {
        (self.way, self.limit) = (way, limit ?? Self.patience)
    }

    /// It follows no redirect, reads at most 64 KiB of each answer, and takes no longer than 5 seconds.
    package func person(_ question: GraphQuestion) async throws(GraphError) -> GraphPerson {
        let (token, owner) = (
            try Self.place("debug_token", for: question), try Self.place("me", for: question)
        )
        let calls = DeadlinedCalls(to: token, by: way, within: limit)
        // The line ends its connections when it is no longer used, so an error leaves none open.
        let known = Self.answer(to: await calls.call(token.request(query: question.aboutToken)))
        let (status, answer) = try known.get()
        let id = try GraphToken.owner(in: answer, status: status, to: question)
        let shown = Self.answer(to: await calls.call(owner.request(query: question.aboutOwner(Self.fields))))
        await calls.end()
        let (ownerStatus, profile) = try shown.get()
        return try GraphPerson(profile, status: ownerStatus, owner: id)
    }

    private static func place(_ name: String, for question: GraphQuestion) throws(GraphError) -> HTTPEndpoint {
        // What is wrong with a URL would repeat it. A query of its own would swallow ours.
        guard !question.url.contains("?"),
            let place = try? HTTPEndpoint(url: question.url.asFolder + name, contentType: nil)
        else { throw .unusable("the URL is malformed") }
        return place
    }

    private static func answer(
        to end: HTTPCallEnd
    ) -> Result<(status: Int, object: JSONObject), GraphError> {
        switch end {
        case .answered(let reply):
            guard let object = reply.json?.object else { return .failure(.unusable("status \(reply.status)")) }
            return .success((reply.status, object))
        case .unanswered(let reason), .neverLeft(let reason): return .failure(.unreachable(reason))
        }
    }
}

extension GraphQuestion {
    fileprivate var aboutToken: FormBody {
        var form = FormBody()
        form.add("input_token", value: token)
        form.add("access_token", value: "\(app)|\(secret)")
        return form
    }

    /// The proof shows Graph that the app's server asks, and not a thief of the token.
    fileprivate func aboutOwner(_ fields: String) -> FormBody {
        let proof = HMAC<SHA256>.authenticationCode(
            for: Array(token.utf8), using: SymmetricKey(data: Array(secret.utf8)))
        var form = FormBody()
        form.add("fields", value: fields)
        form.add("access_token", value: token)
        form.add("appsecret_proof", value: proof.hexDigits)
        return form
    }
}

extension String {
    /// The URL with one slash at its end.
    var asFolder: String { hasSuffix("/") ? self : self + "/" }
}
