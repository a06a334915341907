import Assembly
import Glibc
import Testing

@Suite("The machine's user")
struct MachineUserTests {
    @Test(
        "is named by what the kernel says, with the session's user where it is another",
        arguments: [
            (MachineUser(id: 1_000, name: "anna", session: 1_001), "anna (uid 1000, session of uid 1001)"),
            (MachineUser(id: 1_000, name: "anna", session: 1_000), "anna (uid 1000)"),
            (MachineUser(id: 0, name: "root", session: nil), "root (uid 0)"),
            (MachineUser(id: 1_234, name: nil, session: nil), "uid 1234"),
            (MachineUser(id: 1_234, name: "", session: 0), "uid 1234 (session of uid 0)"),
        ])
    func text(_ user: MachineUser, _ text: String) {
        #expect(user.text == text)
    }

    @Test("has no session where the kernel knows of none")
    func session() {
        #expect(MachineUser.session(in: "4294967295\n") == nil && MachineUser.session(in: "") == nil)
        #expect(MachineUser.session(in: "1001") == 1_001 && MachineUser.session(in: "0\n") == 0)
    }

    @Test("is this process's real user")
    func current() {
        #expect(MachineUser.current.id == getuid() && Machine.user.contains("uid \(getuid())"))
    }
}
