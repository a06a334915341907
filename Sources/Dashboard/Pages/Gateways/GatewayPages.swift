import HTTPService
import Operations
import StrictJSON
import VerificationCore

/// How the gateways do, and each by itself, with what an operator can do about them.
struct GatewayPages: Sendable {
    let watch: SituationWatch
    let service: GatewayService
    let server: PageServer

    var routes: [Route] {
        server.routes(page) + server.routes(detail) + server.routes(off) + server.routes(on) + server.routes(weight)
    }

    private var page: Page {
        Page(path: "/gateways", menu: "/gateways", template: .gateways) { _ in
            return Page.Model(title: "Gateways", data: await model().data)
        }
    }

    private var detail: Page {
        Page(path: "/gateways/{name}", menu: "/gateways", template: .gateway) { call in
            let name = try name(of: call)
            async let happenings = server.happenings()
            let cached = try await service.detail(of: name)
            let marks = await happenings.marks(ofGateway: name)
            return Page.Model(title: "Gateway \(name)", data: await model().data(of: name, cached, marks: marks))
        }
    }

    private func model() async -> GatewayViewModel {
        async let look = watch.look()
        async let traffic = service.traffic.look()
        async let history = service.history.look()
        async let learned = service.learned.look()
        return GatewayViewModel(
            list: service.list, situation: await look.situation, traffic: await traffic, history: await history,
            learned: await learned)
    }

    func name(of call: PageCall) throws(OperatorError) -> String {
        guard let name = call.segment("name") else { throw .nothing("such gateway") }
        return name
    }
}

/// What an operator does with a gateway.
extension GatewayPages {
    var off: ActionPage {
        ActionPage(path: "/gateways/{name}/off", menu: "/gateways") { call in
            let name = try name(of: call)
            let cached = try await service.outlook(of: .off, on: name, for: call.person)
            let isOff = cached.value?.entry.control.isOff ?? false
            let warning = await warning(cached.value)
            return ActionPage.Preview(
                title: "Switch \(name) off",
                sentences: [
                    isOff ? "\(name) is off already." : "All workers stop using \(name) within two seconds.",
                    "Calls under way end as usual. It stays off until somebody switches it on, also over a restart.",
                ] + stale(cached),
                facts: facts(cached.value), warning: warning, isGrave: warning != nil,
                button: isOff ? nil : "Switch \(name) off")
        } perform: { call in
            try await switched(.off, by: call) { "\($0) is off; all workers follow within two seconds." }
        }
    }

    var on: ActionPage {
        ActionPage(path: "/gateways/{name}/on", menu: "/gateways") { call in
            let name = try name(of: call)
            let cached = try await service.outlook(of: .on, on: name, for: call.person)
            let entry = cached.value?.entry
            var sentences = ["All workers use \(name) again within two seconds."]
            if cached.trouble == nil, entry?.control.isOff == false { sentences = ["\(name) is not off."] }
            if let notice = entry?.notice, notice.state == .open {
                sentences.append(
                    "Its circuit is open (\(notice.reasonWords)): messages come after the first successful probe.")
            }
            return ActionPage.Preview(
                title: "Switch \(name) on", sentences: sentences + stale(cached), facts: facts(cached.value),
                button: cached.trouble == nil && entry?.control.isOff == false ? nil : "Switch \(name) on")
        } perform: { call in
            try await switched(.on, by: call) { "\($0) is on; all workers follow within two seconds." }
        }
    }

    /// `?weight=` shows what a weight would do; without it the page shows how it is.
    var weight: ActionPage {
        ActionPage(path: "/gateways/{name}/weight", menu: "/gateways") { call in
            let name = try name(of: call)
            let change = try call.query("weight").map { GatewayChange.weight(try weight($0)) }
            let cached = try await service.outlook(of: change, on: name, for: call.person)
            let present = cached.value?.entry.control.weight
            let warning = await warning(cached.value)
            let field = ActionPage.Field(
                name: "weight", label: "Weight", kind: .number,
                value: call.query("weight") ?? present.map { "\($0)" } ?? "", isRequired: false,
                hint: "0 to 1000; empty for the weight in the settings. With 0 it gets what no other gateway can take.")
            return ActionPage.Preview(
                title: "Weight of \(name)",
                sentences: [
                    "The weight is a share beside the other gateways of a route: with 3 and 1, the first gets three of four "
                        + "messages.",
                    "It holds in all routes, until somebody changes it again. All workers follow within two seconds.",
                ] + stale(cached),
                facts: [("Weight now", .string(present.map { "\($0)" } ?? "from the settings"))] + facts(cached.value),
                warning: warning, isGrave: warning != nil, fields: [field, .reason],
                button: "Change the weight of \(name)")
        } perform: { call in
            let weight = try call.field("weight").map(weight)
            return try await switched(.weight(weight), by: call) { name in
                "\(name) has " + (weight.map { "the weight \($0)" } ?? "the weight from the settings")
                    + "; all workers follow within two seconds."
            }
        }
    }

    private func weight(_ text: String) throws(OperatorError) -> Int {
        guard let weight = Int(text) else { throw .unusable("A weight is a number from 0 to 1000.") }
        return weight
    }

    private func switched(
        _ change: GatewayChange, by call: PageCall, sentence: (String) -> String
    ) async throws(OperatorError) -> ActionPage.Outcome {
        let name = try name(of: call)
        try await service.apply(change, to: name, because: try call.reason(), by: call.person)
        return ActionPage.Outcome(sentence: sentence(name), next: "/gateways")
    }

    private func stale(_ cached: Cached<GatewayOutlook>) -> [String] {
        cached.trouble.map { ["What follows is what was last known: \($0)."] } ?? []
    }

    private func warning(_ outlook: GatewayOutlook?) async -> String? {
        guard let outlook else { return nil }
        if outlook.isLast {
            let hit = await watch.look().situation.hitWords
            return "Then no gateway is available: nobody gets a code. \(hit) Messages wait until they expire."
        }
        guard !outlook.stranded.isEmpty else { return nil }
        let routes = outlook.stranded.map(\.route.condition).joined(separator: ", ")
        return "Then no gateway is available for \(routes): its messages wait until they expire."
    }

    private func facts(_ outlook: GatewayOutlook?) -> [(name: String, value: JSONValue)] {
        guard let outlook else { return [] }
        let calls = outlook.calls.map { own, all -> JSONValue in
            all == 0 ? "no gateway was called" : .string("\(own) of \(all) (\(percent(Double(own) / Double(all))))")
        }
        return [("Calls in the last \(GatewayTraffic.minutes) minutes", calls ?? "not known")]
            + outlook.ways.map { way in
                let (before, after) = (words(way.before), words(way.after))
                return (
                    "Route \(way.route.condition)",
                    .string(before == after ? "stays: \(after)" : "now \(before); then \(after)")
                )
            }
    }

    private func words(_ parts: [RouteTargets<String>.Part]) -> String {
        parts.isEmpty
            ? "no gateway available" : parts.map { "\($0.gateway) \(percent($0.share))" }.joined(separator: ", ")
    }

    private func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
}
