import StrictJSON
import VerificationCore

/// What `verifyd apps events` says of an app's endpoint.
struct EndpointReport {
    let app: AppID
    /// Nil when the app receives no events.
    let endpoint: EventEndpoint?
    /// A secret that was made now; it is shown this once.
    var secret: String?
    /// What a test event came to.
    var answer: EventAnswer?

    var isFailedTest: Bool {
        switch answer {
        case .answered(200..<300, _), nil: false
        case .answered, .unanswered: true
        }
    }

    var json: JSONValue {
        .members([
            "app": .string(app.name), "url": endpoint.map { .string($0.url) }, "secret": secret.map { .string($0) },
            "oldSecretUntil": endpoint?.old.map { .string($0.until.rfc3339) }, "status": answer?.status,
            "problem": answer?.problem,
        ])
    }

    var text: String {
        guard let endpoint else { return "\(app) receives no events" }
        if let answer { return "\(endpoint.url) \(answer.words)" }
        var lines = ["\(app) receives events at \(endpoint.url)"]
        if let secret { lines.append("secret: \(secret)") }
        if let old = endpoint.old { lines.append("the previous secret is valid until \(old.until.rfc3339)") }
        return lines.joined(separator: "\n")
    }
}

extension EventAnswer {
    fileprivate var status: JSONValue? {
        switch self {
        case .answered(let status, _): .integer(Int64(status))
        case .unanswered: nil
        }
    }

    fileprivate var problem: JSONValue? {
        switch self {
        case .answered: nil
        case .unanswered(let reason): .string(reason)
        }
    }

    fileprivate var words: String {
        switch self {
        case .answered(let status, _): "answers \(status)"
        case .unanswered("address-refused"):
            "was not called: it leads to a private address, and events.allowPrivateAddresses is false (address-refused)"
        case .unanswered(let reason): "does not answer: \(reason)"
        }
    }
}
