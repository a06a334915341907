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
            let cached = try await service.detail(of: name)
            return Page.Model(title: "Gateway \(name)", data: await model().data(of: name, cached))
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

    func name(of call: PageCall) throws(OperatorProblem) -> String {
        guard let name = call.segment("name") else { throw .nothing("such gateway") }
        return name
    }
}
