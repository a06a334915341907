import Testing
import VerificationCore

@Suite("The routing table")
struct RoutingTableTests {
    private let shop = AppID("shop")
    private let bank = AppID("bank")

    @Test("lets the first route that is for a message decide, and the rest take what is left")
    func first() throws {
        let (shop, bank) = (try #require(shop), try #require(bank))
        let table = try RoutingTable(
            [route("+4915", shop, "A"), route("+49", nil, "B"), route(nil, shop, "C")], rest: "D")
        #expect(table.target(for: phone("+4915112345678"), of: shop) == "A")
        #expect(table.target(for: phone("+4915112345678"), of: bank) == "B")
        #expect(table.target(for: phone("+4930123456"), of: shop) == "B")
        #expect(table.target(for: phone("+43660123456"), of: shop) == "C")
        #expect(table.target(for: phone("+43660123456"), of: bank) == "D")
    }

    @Test("sends everything one way when that is all it is told")
    func everything() throws {
        let table = RoutingTable(everythingTo: 7)
        #expect(table.target(for: phone("+14155550123"), of: try #require(shop)) == 7)
    }

    @Test("refuses a route that an earlier one hides, the rest included, and names both")
    func hidden() throws {
        func problem(_ routes: [GatewayRoute<String>]) -> UnreachableRouteError? {
            do throws(UnreachableRouteError) {
                _ = try RoutingTable(routes, rest: "Z")
                return nil
            } catch {
                return error
            }
        }
        #expect(problem([route("+4", nil, "A"), route("+1", nil, "B"), route("+49", shop, "C")])?.index == 2)
        #expect(problem([route("+49", shop, "A"), route("+49", shop, "B")])?.behind == 0)
        #expect(problem([route("+1", nil, "A"), route(nil, nil, "B")])?.index == 2, "the rest")
        #expect(problem([route("+49", nil, "A"), route(nil, shop, "B"), route("+49", shop, "C")])?.behind == 0)
        // None hides the other: each is for messages that the other is not for.
        #expect(problem([route("+49", shop, "A"), route("+49", nil, "B")]) == nil)
        #expect(problem([route("+49", nil, "A"), route(nil, shop, "B")]) == nil)
        #expect(problem([route("+49", shop, "A"), route("+49", bank, "B")]) == nil)
    }

    @Test("knows a region by its code, and does not know which prefixes it has")
    func regions() throws {
        let app = try #require(shop)
        let (island, british) = (GatewayRoute(region: "JE", target: "A"), GatewayRoute(region: "GB", target: "B"))
        let mobiles = GatewayRoute(region: "JE", prefix: PhonePrefix("+447"), target: "C")
        let table = try RoutingTable([mobiles, island, british], rest: "D").map { $0 + "!" }
        #expect(table.target(for: phone("+447797712345", region: "JE"), of: app) == "C!")
        #expect(table.target(for: phone("+441534123456", region: "JE"), of: app) == "A!")
        #expect(table.target(for: phone("+447400123456", region: "GB"), of: app) == "B!")
        #expect(table.target(for: phone("+4930123456", region: "DE"), of: app) == "D!")
        #expect(throws: UnreachableRouteError.self) { try RoutingTable([island, mobiles], rest: "D") }
        let british44 = GatewayRoute(prefix: PhonePrefix("+44"), target: "E")
        #expect(throws: UnreachableRouteError.self) { try RoutingTable([british44, mobiles], rest: "D") }
        _ = try RoutingTable([british44, british], rest: "D")
    }

    @Test("keeps its routes when its targets are replaced")
    func mapped() throws {
        let table = try RoutingTable([route("+49", nil, "ab")], rest: "abc").map { $0.count }
        let app = try #require(shop)
        #expect(table.target(for: phone("+4930123456"), of: app) == 2)
        #expect(table.target(for: phone("+43660123456"), of: app) == 3)
    }

    @Test(
        "knows a prefix by its plus and its digits",
        arguments: ["", "+", "49", "+0", "+4 9", "+1234567890123456", "+٤"])
    func malformedPrefix(text: String) {
        #expect(PhonePrefix(text) == nil)
    }

    private func route(_ prefix: String?, _ app: AppID?, _ target: String) -> GatewayRoute<String> {
        GatewayRoute(prefix: prefix.flatMap { PhonePrefix($0) }, app: app, target: target)
    }

    private func phone(_ number: String, region: String = "ZZ") -> PhoneNumber {
        PhoneNumber(e164: number, region: region, callingCode: 0, kind: .mobile)
    }
}
