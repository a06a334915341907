import Foundation
import Glibc

/// Who gives a command, as the kernel says: a variable of the environment does not count, because each user sets those.
package struct MachineUser: Sendable, Hashable {
    /// The real user of this process.
    package let id: UInt32
    /// That user's name on this machine; nil for a user without one, as in some containers.
    package let name: String?
    /// The user who signed in to the terminal's session, also behind `sudo`; nil where that is not known.
    package let session: UInt32?

    package init(id: UInt32, name: String?, session: UInt32?) {
        (self.id, self.name, self.session) = (id, name, session)
    }

    /// As the audit names the user, for example `root (uid 0, session of uid 1000)` or `uid 10001`.
    ///
    /// It is the name of no person on the dashboard, because those have no space.
    package var text: String {
        let others = session.flatMap { $0 == id ? nil : "session of uid \($0)" }
        guard let name, !name.isEmpty else { return "uid \(id)" + (others.map { " (\($0))" } ?? "") }
        return "\(name) (uid \(id)" + (others.map { ", \($0)" } ?? "") + ")"
    }

    /// Of the text in `/proc/self/loginuid`; nil for a process outside a session, such as a service.
    package static func session(in text: String) -> UInt32? {
        guard let id = UInt32(text.filter(\.isNumber)), id != .max else { return nil }
        return id
    }

    /// The user of this process.
    package static var current: MachineUser {
        // Without the file, for example where the kernel keeps no audit, the session's user is not known.
        let session = try? String(contentsOfFile: "/proc/self/loginuid", encoding: .utf8)
        return MachineUser(id: getuid(), name: name(of: getuid()), session: session.flatMap(Self.session))
    }

    /// A command asks once, so it does not matter that the system keeps one answer for all threads.
    private static func name(of id: uid_t) -> String? {
        guard let entry = getpwuid(id), let name = entry.pointee.pw_name else { return nil }
        return String(cString: name)
    }
}
