import CEpoll
import Glibc

/// The sockets that a thread waits for, and a descriptor with which other threads end the wait.
///
/// A socket stays in the kernel's list until it is removed, so a wait costs one system call and no other.
final class Epoll: Sendable {
    /// What happened at the socket with this token.
    struct Event {
        let token: UInt64
        let isReadable: Bool
        let isWritable: Bool
    }

    /// How long a socket is watched, and for what.
    struct Interest {
        var readable = true
        var writable = false
        /// Whether the kernel forgets the interest after the first event.
        var once = false

        fileprivate var flags: UInt32 {
            (readable ? EPOLLIN.rawValue : 0) | (writable ? EPOLLOUT.rawValue : 0) | (once ? EPOLLONESHOT.rawValue : 0)
        }
    }

    private let list: Int32
    private let wakeup: Int32
    /// The token of no socket.
    private static let wakeupToken = UInt64.max

    /// Nil when the process has no descriptor left.
    init?() {
        list = epoll_create1(Int32(EPOLL_CLOEXEC))
        wakeup = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        // Edge-triggered: each write ends a wait, although the loop never reads the counter.
        guard list >= 0, wakeup >= 0,
            control(EPOLL_CTL_ADD, of: wakeup, flags: EPOLLIN.rawValue | EPOLLET.rawValue, token: Self.wakeupToken)
        else { return nil }
    }

    deinit {
        if wakeup >= 0 { close(wakeup) }
        if list >= 0 { close(list) }
    }

    /// False when the kernel refuses.
    func add(_ descriptor: Int32, for interest: Interest, token: UInt64) -> Bool {
        control(EPOLL_CTL_ADD, of: descriptor, flags: interest.flags, token: token)
    }

    func change(_ descriptor: Int32, to interest: Interest, token: UInt64) {
        _ = control(EPOLL_CTL_MOD, of: descriptor, flags: interest.flags, token: token)
    }

    /// Must come before the descriptor is closed: the kernel's list holds the socket, not the number.
    func remove(_ descriptor: Int32) {
        _ = epoll_ctl(list, EPOLL_CTL_DEL, descriptor, nil)
    }

    /// Ends a wait, the present or the next.
    func ring() {
        eventfd_write(wakeup, 1)
    }

    /// Waits for events, for a wake-up, or for `milliseconds`; -1 waits without an end.
    func wait(atMost milliseconds: Int32) -> [Event] {
        withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 64) { space in
            let count = epoll_wait(list, space.baseAddress, 64, milliseconds)
            return space.prefix(max(0, Int(count))).compactMap { event in
                let token = event.data.u64
                guard token != Self.wakeupToken else { return nil }
                let broke = event.events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0
                return Event(
                    token: token, isReadable: broke || event.events & EPOLLIN.rawValue != 0,
                    isWritable: broke || event.events & EPOLLOUT.rawValue != 0)
            }
        }
    }

    private func control(_ operation: Int32, of descriptor: Int32, flags: UInt32, token: UInt64) -> Bool {
        var event = epoll_event(events: flags, data: epoll_data_t(u64: token))
        return epoll_ctl(list, operation, descriptor, &event) == 0
    }
}
