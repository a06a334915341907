import AccountCore
import AccountTesting
import Synchronization
import Testing

@testable import Accounts

@Suite("The queue of silent pushes", .timeLimit(.minutes(10)))
struct PushLineTests {
    private let service = ScriptedPushes()
    private let heard = Heard()

    private func line(_ change: (inout PushLine.Bounds) -> Void = { _ in }) -> PushLine {
        var bounds = PushLine.Bounds()
        bounds.pause = .zero
        change(&bounds)
        return PushLine(service, to: ["com.example.shop"], bounds: bounds) { [heard] in heard.note($0) }
    }

    private func push(_ number: UInt8 = 0) throws -> SilentPush {
        let device = try #require(DeviceToken(String(repeating: "0" + String(number, radix: 16), count: 32)))
        return SilentPush(to: device, of: "com.example.shop", isSandbox: false, receipt: "r\(number)", secret: "s")
    }

    private func send(
        _ line: PushLine, _ number: UInt8 = 0, waiting patience: Duration = .seconds(600)
    ) async throws -> PushLine.Progress {
        await line.send(try push(number), waitingAtMost: patience) { _ in }
    }

    @Test("an app that is not set up gets no push, and nor does any where nothing is set up")
    func bundles() {
        #expect(line().serves("com.example.shop") && !line().serves("com.example.bank") && !line().serves(""))
        #expect(!PushLine(nil, to: ["com.example.shop"]).serves("com.example.shop"))
    }

    @Test("a busy service is asked once more, and no other answer is questioned")
    func retry() async throws {
        let line = line()
        service.plan(.busy("Shutdown"), .delivered)
        #expect(try await send(line) == .ended(.delivered) && service.pushes.count == 2)
        service.plan(.busy("Shutdown"), .busy("no answer in time"))
        #expect(try await send(line) == .ended(.busy("no answer in time")) && service.pushes.count == 4)
        for outcome in [PushOutcome.badDevice("Unregistered"), .refused("InvalidProviderToken"), .delivered] {
            service.plan(outcome)
            #expect(try await send(line) == .ended(outcome))
        }
        #expect(service.pushes.count == 7)
        #expect(Set(service.pushes.map(\.receipt)) == ["r0"])
        #expect(
            heard.all == [
                .delivered, .busy("no answer in time"), .badDevice("Unregistered"), .refused("InvalidProviderToken"),
                .delivered,
            ])
    }

    @Test("a caller does not wait for a silent service beyond its patience, and the push goes on")
    func silent() async throws {
        let line = line()
        service.hold()
        #expect(try await send(line, waiting: .zero) == .underWay)
        await service.waitForPushes(1)
        #expect(heard.all == [])
        service.release()
        await heard.waitFor(1)
        #expect(heard.all == [.delivered])
    }

    @Test("a full queue takes no push, and has room again when its pushes have ended")
    func full() async throws {
        let line = line { ($0.mostAtOnce, $0.mostWaiting) = (2, 3) }
        service.hold()
        for number in 1...5 { #expect(try await send(line, UInt8(number), waiting: .zero) == .underWay) }
        #expect(try await send(line, 6) == .full)
        await service.waitForPushes(2)
        #expect(service.pushes.count == 2)
        service.release()
        await heard.waitFor(5)
        #expect(Set(service.pushes.map(\.receipt)) == ["r1", "r2", "r3", "r4", "r5"])
        #expect(try await send(line, 7) == .ended(.delivered))
    }

    @Test("a push whose time is over is not sent")
    func late() async throws {
        let line = line { $0.life = .zero }
        #expect(try await send(line) == .ended(.busy("waited too long")) && service.pushes.isEmpty)
    }
}

/// The outcomes that a log was told, in order.
private final class Heard: Sendable {
    private let list = Mutex<[PushOutcome]>([])
    private let (changes, change) = AsyncStream<Void>.makeStream()

    var all: [PushOutcome] { list.withLock { $0 } }

    func note(_ outcome: PushOutcome) {
        list.withLock { $0.append(outcome) }
        change.yield()
    }

    func waitFor(_ count: Int) async {
        if all.count >= count { return }
        for await _ in changes where all.count >= count { return }
    }
}
