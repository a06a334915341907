import HTTPService
import HTTPTypes
import Hummingbird
import Operations
import StrictJSON
import VerificationCore

/// Whether it is broken, since when, and where: a page, and the same as JSON.
struct OverviewPage: Sendable {
    let watch: SituationWatch
    let pages: Pages
    let framing: Framing

    func show(_ request: Request, _ person: Operator) async -> Response {
        let (situation, judgement, since) = await watch.look()
        let frame = framing.frame("Overview", at: "/", person, request)
        return pages.response(.ok, .overview, OverviewModel(frame, situation, judgement, since))
    }

    func json() async -> Response {
        let (situation, judgement, since) = await watch.look()
        return .json(.ok) { writer in
            writer.member("at", situation.at.rfc3339)
            writer.member("level", judgement.level.rawValue)
            writer.memberArray("findings") { writer in
                for finding in judgement.findings {
                    writer.object { writer in
                        writer.member("rule", finding.rule)
                        writer.member("level", finding.level.rawValue)
                        writer.member("sentence", finding.sentence)
                        writer.member("measure", finding.measure)
                        writer.member("since", since[finding.rule]?.rfc3339)
                    }
                }
            }
            writer.memberArray("queues") { writer in
                for queue in situation.queues.value ?? [] { queue.write(to: &writer) }
            }
            writer.member("queuesKnownAt", situation.queues.at?.rfc3339)
            writer.member("gatewaysKnownAt", situation.gateways.at?.rfc3339)
        }
    }
}

extension QueueReport {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", name)
            switch state {
            case .missing: writer.member("missing", true)
            case .present(let messages, let consumers, let mismatch):
                writer.member("ready", messages)
                writer.member("consumers", consumers)
                writer.member("mismatch", mismatch)
            }
        }
    }
}
