import Foundation
import Testing

@testable import VerifydAuth

@Suite("blocks that hear how a call has ended", .timeLimit(.minutes(10)))
struct SignInCompletionTests {
    @Test("a block hears once, on the main thread, and after the call has returned")
    @MainActor func hears() async throws {
        let server = try StubbedServer()
        let empty = PhoneAuthCredential(.phone(verificationID: "", code: ""))
        let main = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: main, value: true)
        var heard: [AuthErrorCode?] = []
        let ended = AsyncStream<Bool>.makeStream()
        server.auth.signIn(with: empty) { result, error in
            heard.append((error as? AuthError)?.kind)
            // On Linux, threads of a pool may serve the main queue.
            ended.continuation.yield(DispatchQueue.getSpecific(key: main) == true && result == nil)
        }
        #expect(heard.isEmpty)
        var hears = ended.stream.makeAsyncIterator()
        #expect(await hears.next() == true)
        #expect(heard == [.missingVerificationID])
    }

    @Test("a block of a call that succeeds hears no error")
    func succeeds() async throws {
        let server = try StubbedServer(["signUp": .tokens(of: "guest", by: "anonymous"), "lookup": .account("guest")])
        let uid = await withCheckedContinuation { hears in
            server.auth.signInAnonymously { result, error in
                hears.resume(returning: error == nil ? result?.user.uid : nil)
            }
        }
        #expect(uid == "guest")
        let error = await withCheckedContinuation { hears in
            server.auth.currentUser?.delete { error in hears.resume(returning: error) }
        }
        #expect((error as? AuthError)?.kind == .operationNotAllowed)
    }

    @Test("a call without a block goes on by itself")
    func noBlock() async throws {
        let server = try StubbedServer(["signUp": .tokens(of: "guest", by: "anonymous"), "lookup": .account("guest")])
        server.auth.signInAnonymously(completion: nil)
        for await user in server.auth.stateChanges where user != nil { break }
        #expect(server.auth.currentUser?.uid == "guest")
    }
}
