import AsyncHTTPClient
import Foundation
import Hummingbird
import NIOCore
import VerifydClient

let environment = Environment()
let http = HTTPClient(configuration: HTTPClient.Configuration(redirectConfiguration: .disallow))
guard let url = URL(string: try environment.require("VERIFYD_URL")) else { exit(78) }
let shop = Shop(
    verifyd: try VerifydClient(
        url: url, apiKey: try environment.require("VERIFYD_KEY"), transport: AsyncHTTPTransport(http: http),
        retries: ClientRetries(tries: 4, deadline: 5)),
    tokens: IDTokens(
        http: http, keysURL: try environment.require("VERIFYD_KEYS_URL"),
        issuer: try environment.require("VERIFYD_ISSUER"), project: try environment.require("VERIFYD_PROJECT")))

let router = Router()
router.add(middleware: VerifydErrors())
router.post("sign-in/start", use: shop.start)
router.post("sign-in/check", use: shop.check)
router.get("orders", use: shop.orders)
if let secret = environment.get("VERIFYD_EVENTS_SECRET") {
    router.post("events", use: try EventReceiver(secrets: [secret]).receive)
}
let address = BindAddress.hostname("127.0.0.1", port: environment.get("PORT").flatMap { Int($0) } ?? 8097)
let application = Application(router: router, configuration: ApplicationConfiguration(address: address))
try await application.runService()
try await http.shutdown().get()
