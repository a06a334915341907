import HTTPService
import Operations
import StrictJSON
import VerificationCore

/// How many calls of apps bring a proof of the app, so that an operator knows when to enforce one.
struct ProofPage: Sendable {
    private static let windows: [TallyWindow] = [.hour, .day]

    let queries: AppProofQueries
    let server: PageServer

    var routes: [Route] { server.routes(page) }

    private var page: Page {
        Page(path: "/proofs", menu: "/proofs", template: .proofs) { call in
            let window = try WindowLinks.window(of: call, among: Self.windows, default: .hour)
            let counts = await queries.counts.look(window)
            return Page.Model(
                title: "App proofs",
                data: [
                    "windows": WindowLinks.data(window, at: "/proofs", among: Self.windows),
                    "proofs": .array((counts.value ?? []).map(\.row)), "known": counts.sign,
                ])
        }
    }
}

extension AppProofCounts {
    fileprivate var row: JSONValue {
        [
            "app": .string(app.name), "kind": .string(kind.rawValue), "calls": .count(calls),
            "good": .count(results[.good] ?? 0), "bad": .count(results[.bad] ?? 0),
            "missing": .count(results[.missing] ?? 0), "unverified": .count(results[.unverified] ?? 0),
            "goodShare": calls == 0 ? .null : .decimal(Double(results[.good] ?? 0) / Double(calls)),
        ]
    }
}
