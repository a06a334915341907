import HTTPService
import Operations
import StrictJSON
import VerificationCore

/// How the gateways do, and each by itself, with what an operator can do about them.
struct GatewayPages: Sendable {
    let looks: Looks
    let desk: GatewayDesk
    let server: PageServer

    var routes: [Route] {
        server.routes(page) + server.routes(detail) + server.routes(off) + server.routes(on) + server.routes(weight)
    }

    private var page: Page {
        Page(path: "/gateways", menu: "/gateways", template: .gateways) { _ in
            async let board = looks.gateways.look()
            async let traffic = desk.traffic.look()
            async let workers = looks.workers.look()
            async let counts = looks.counts.look()
            async let history = desk.history.look()
            let sheet = GatewaySheet(
                list: desk.list, board: await board, traffic: await traffic, workers: await workers,
                history: await history, counts: await counts)
            return Page.Sheet(title: "Gateways", data: sheet.data)
        }
    }

    private var detail: Page {
        Page(path: "/gateways/{name}", menu: "/gateways", template: .gateway) { call in
            let name = try name(of: call)
            let known = try await desk.detail(of: name)
            async let board = looks.gateways.look()
            async let traffic = desk.traffic.look()
            async let workers = looks.workers.look()
            async let counts = looks.counts.look()
            async let history = desk.history.look()
            let sheet = GatewaySheet(
                list: desk.list, board: await board, traffic: await traffic, workers: await workers,
                history: await history, counts: await counts)
            return Page.Sheet(title: "Gateway \(name)", data: sheet.data(of: name, known))
        }
    }

    func name(of call: PageCall) throws(OperatorProblem) -> String {
        guard let name = call.segment("name") else { throw .nothing("such gateway") }
        return name
    }
}
