import CRabbitMQ
import Dispatch
import Glibc

extension amqp_bytes_t {
    /// A copy of the bytes; the original belongs to the library and goes with the next frame.
    var copied: [UInt8] { [UInt8](buffer) }

    /// A copy as text, what is not UTF-8 replaced.
    var text: String { String(decoding: buffer, as: UTF8.self) }

    var buffer: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: bytes, count: len) }
}

extension timeval {
    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self.init(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
    }
}

extension Duration {
    var timeInterval: DispatchTimeInterval {
        let (seconds, attoseconds) = components
        return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
    }
}
