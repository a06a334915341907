import AccountCore
import Connections
import StrictJSON
import VerificationCore

/// Asks the providers of captchas over HTTP, each question once.
package struct SiteVerify: CaptchaVerifier {
    private static let patience = Duration.seconds(5)

    private let way: HTTPWay
    private let limit: Duration

    /// `way`: how the questions get there; `limit`: how long one may take, with its connection.
    package init(by way: HTTPWay = HTTPWay(), within limit: Duration? = nil) {
        (self.way, self.limit) = (way, limit ?? Self.patience)
    }

    /// It follows no redirect, reads at most 64 KiB, and takes no longer than 5 seconds.
    package func ask(_ question: CaptchaQuestion) async throws(CaptchaError) -> CaptchaAnswer {
        // What is wrong with a URL would repeat it.
        guard let place = try? HTTPEndpoint(url: question.url, contentType: FormBody.contentType) else {
            throw .unusable("the URL is malformed")
        }
        var way = way
        // Without TLS a proxy would read the secret; such a URL leads to this machine.
        if !place.isSecure { way.proxy = nil }
        var request = place.request(question.form.bytes)
        // A provider that closes a kept connection in the same moment would cost the person's answer.
        request.endsConnection = true
        let line = HTTPLine(to: place.place, connections: 1, way: way)
        let end = await line.call(request, within: limit)
        await line.shutDown()
        switch end {
        case .answered(let reply): return try Self.answer(reply)
        case .unanswered(let reason), .neverLeft(let reason): throw .unreachable(reason)
        }
    }

    /// Some providers answer a bad question with a status of its own; what such an answer calls a success is none.
    private static func answer(_ reply: HTTPReply) throws(CaptchaError) -> CaptchaAnswer {
        guard let answer = reply.json?.object.flatMap(CaptchaAnswer.init),
            reply.status == 200 || (400..<500).contains(reply.status) && !answer.isSuccess
        else {
            throw .unusable(reply.status == 200 ? "the answer is no provider's" : "status \(reply.status)")
        }
        return answer
    }
}

extension CaptchaQuestion {
    fileprivate var form: FormBody {
        var form = FormBody()
        form.add("secret", value: secret)
        form.add("response", value: response)
        form.add("remoteip", value: address?.description)
        form.add("sitekey", value: siteKey)
        return form
    }
}
