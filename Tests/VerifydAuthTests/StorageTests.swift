import Foundation
import Testing

@testable import VerifydAuth

@Suite("where a signed-in user is kept")
struct StorageTests {
    private static func folder() -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("verifyd-\(UUID().uuidString)", isDirectory: true)
    }

    private static func mode(_ url: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    }

    @Test("a file is written as a whole, only its owner reads it, and a removed one is nil")
    func files() throws {
        let folder = Self.folder().appendingPathComponent("shop", isDirectory: true)
        let store = FileAuthStore(folder: folder)
        #expect(try store.read("user") == nil)
        try store.write(nil, forKey: "user")
        try store.write(Data("first, which is longer".utf8), forKey: "user")
        try store.write(Data("second".utf8), forKey: "user")
        #expect(try store.read("user") == Data("second".utf8))
        #expect(try Self.mode(folder) == 0o700)
        #expect(try Self.mode(folder.appendingPathComponent("user")) == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["user"])
        try store.write(nil, forKey: "user")
        #expect(try store.read("user") == nil)
    }

    @Test("a folder that cannot be made is an error of the write, and of the read where something else is in its place")
    func noFolder() throws {
        let file = Self.folder()
        try Data("a file".utf8).write(to: file)
        let store = FileAuthStore(folder: file.appendingPathComponent("below", isDirectory: true))
        #expect(throws: (any Error).self) { try store.write(Data("value".utf8), forKey: "user") }
        #expect(try Data(contentsOf: file) == Data("a file".utf8))
    }

    #if os(Linux)
        @Test("a folder of a read-only file system is an error of the write, and the folder stays as it was")
        func readOnly() throws {
            let store = FileAuthStore(folder: URL(fileURLWithPath: "/proc/self", isDirectory: true))
            #expect(throws: (any Error).self) { try store.write(Data("value".utf8), forKey: "verifyd.user") }
            #expect(throws: (any Error).self) {
                try FileAuthStore(folder: URL(fileURLWithPath: "/proc/verifyd")).write(Data(), forKey: "user")
            }
        }

        @Test("a file that is there and cannot be read is an error, and no missing value")
        func unreadable() throws {
            let folder = Self.folder()
            let place = folder.appendingPathComponent("user", isDirectory: true)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            #expect(throws: (any Error).self) { try FileAuthStore(folder: folder).read("user") }
        }
    #endif

    @Test("what a killed process left behind in the middle of a write goes with a later write")
    func drafts() throws {
        let folder = Self.folder()
        let store = FileAuthStore(folder: folder)
        try store.write(Data("value".utf8), forKey: "user")
        for (name, age) in [(".user.old", 90.0), (".user.new", 1), (".other.old", 90)] {
            let draft = folder.appendingPathComponent(name)
            try Data("token".utf8).write(to: draft)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: draft.path)
        }
        try store.write(nil, forKey: "user")
        #expect(Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)) == [".user.new", ".other.old"])
    }

    @Test("a reader beside a writer sees whole values alone")
    func whole() async throws {
        let store = FileAuthStore(folder: Self.folder())
        let values = (0..<4).map { Data(repeating: UInt8($0), count: 1 + $0 * 20_000) }
        try store.write(values[0], forKey: "user")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for value in values {
                group.addTask { for _ in 0..<50 { try store.write(value, forKey: "user") } }
                group.addTask {
                    for _ in 0..<100 {
                        let found = try #require(try store.read("user"))
                        #expect(values.contains(found))
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(
        "a name that could leave the folder is refused",
        arguments: ["", ".", "..", "../user", "a/b", ".user", "ü", "a b"])
    func names(_ key: String) {
        let store = FileAuthStore(folder: Self.folder())
        #expect(throws: (any Error).self) { try store.write(Data("value".utf8), forKey: key) }
        #expect(throws: (any Error).self) { try store.read(key) }
    }

    @Test("two projects and two servers have names of their own; ways to write one server have not")
    func keys() throws {
        func key(_ url: String, _ project: String = "demo-shop") throws -> String {
            AuthConfiguration(url: try #require(URL(string: url)), projectID: project, apiKey: UUID().uuidString)
                .storeKey(for: "user")
        }
        let usual = try key("https://auth.shop.example")
        for same in ["https://auth.shop.example/", "https://AUTH.shop.example:443", "HTTPS://auth.shop.example:443/"] {
            #expect(try key(same) == usual)
        }
        let others = [
            try key("https://auth.shop.example:8443"), try key("http://auth.shop.example"),
            try key("https://auth.shop.example/b"), try key("https://auth.shop.example", "demo-shop2"),
            try key("https://auth.shop.example2"),
        ]
        #expect(Set(others + [usual]).count == 6)
        #expect(usual.utf8.allSatisfy { $0 < 0x80 } && usual.count < 64)
    }

    @Test("the last verification ID outlives the process for an hour, and its sign-in ends it")
    func verificationID() throws {
        let store = SwitchedStore()
        let time = FakeTime()
        let configuration = SessionBench.configuration(try SessionBench.url)
        func memory() -> VerificationMemory {
            VerificationMemory(store: OrderedStore(store), configuration: configuration, time: time.authTime)
        }
        let first = memory()
        #expect(first.last == nil)
        first.remember("one")
        first.remember("two")
        #expect(first.last == "two" && memory().last == "two")
        first.forget("one")
        #expect(memory().last == "two")
        time.advance(by: 3_599)
        #expect(memory().last == "two")
        time.advance(by: 2)
        #expect(first.last == nil && memory().last == nil)
        first.remember("three")
        first.forget("three")
        #expect(first.last == nil && memory().last == nil)
    }

    @Test("a verification ID is remembered in the process while the store fails, and read when it can be read")
    func verificationIDWithoutStore() throws {
        let store = SwitchedStore()
        let time = FakeTime()
        let configuration = SessionBench.configuration(try SessionBench.url)
        let memory = VerificationMemory(store: OrderedStore(store), configuration: configuration, time: time.authTime)
        memory.remember("kept")
        let later = VerificationMemory(store: OrderedStore(store), configuration: configuration, time: time.authTime)
        store.refusesReads.with { $0 = true }
        #expect(later.last == nil)
        store.refusesReads.with { $0 = false }
        #expect(later.last == "kept")
        store.refusesWrites.with { $0 = true }
        later.remember("new")
        #expect(later.last == "new")
        // A clock that was set back by a day says nothing about the ID's age, so it is not given.
        time.set(time.now.addingTimeInterval(-86_400))
        #expect(later.last == nil)
    }
}
