import Testing
import VerificationTesting

/// What is left of a failing sequence is short enough to be read.
@Suite("Shrinking of random sequences")
struct ShrinkerTests {
    @Test("only the commands that the fault needs are left, as simple as they can be")
    func shortest() async throws {
        let fails = { (numbers: [Int]) in
            let first = numbers.firstIndex { $0 > 70 } ?? numbers.endIndex
            return numbers[first...].contains { number in number < -5 }
        }
        let long = [3, 1, 99, 4, -1, -2, 88, 5, 9, -40, 2, 6, -77, 12, 8]
        var shrinker = Shrinker<Int>(
            simpler: { number in number == 0 ? [] : [number / 2, number - number.signum()] }, fails: fails)
        #expect(try await shrinker.shortest(long) == [71, -6])
    }

    @Test("a fault that needs every command loses none")
    func whole() async throws {
        var shrinker = Shrinker<Int>(simpler: { _ in [] }, fails: { $0 == [1, 2, 3] })
        #expect(try await shrinker.shortest([1, 2, 3]) == [1, 2, 3])
    }

    @Test("it asks no more often than it may")
    func tries() async throws {
        var asked = 0
        let long = Array(1...100)
        var shrinker = Shrinker<Int>(mostTries: 10, simpler: { _ in [] }) { numbers in
            asked += 1
            return numbers.contains(100)
        }
        let shortest = try await shrinker.shortest(long)
        #expect(asked == 10)
        #expect(shortest.contains(100))
        #expect(shortest.count < long.count)
    }

    @Test("a command with every argument can be pasted as it is printed")
    func texts() {
        let rules = ModelRules(resendAfter: 30, perPhone: [ModelWindow(2, in: 600)], sendsAfterUnknown: true)
        let commands: [ModelCommand] = [
            .rules(rules), .rules(ModelRules()), .request(1, phone: 2, address: 3, key: 4, within: 30),
            .record(1, .silentOnce(5), isOfEarlier: true), .receipt(1, isDelivered: false),
            .check(1, isRight: true, byPhone: true, address: 1, key: 2), .pass(60), .erase(phone: 2),
        ]
        #expect(
            commands.map(\.description) == [
                ".rules(ModelRules(resendAfter: 30, perPhone: [ModelWindow(2, in: 600)], sendsAfterUnknown: true))",
                ".rules(ModelRules())", ".request(1, phone: 2, address: 3, key: 4, within: 30)",
                ".record(1, .silentOnce(5), isOfEarlier: true)", ".receipt(1, isDelivered: false)",
                ".check(1, isRight: true, byPhone: true, address: 1, key: 2)", ".pass(60)", ".erase(phone: 2)",
            ])
    }
}
