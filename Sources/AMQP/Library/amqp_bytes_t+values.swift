import CRabbitMQ
import Glibc

extension amqp_bytes_t {
    /// A copy as text, with bytes that are not UTF-8 replaced.
    ///
    /// The original bytes belong to the library, which may reuse their memory for the next frame.
    var text: String { String(decoding: buffer, as: UTF8.self) }

    var buffer: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: bytes, count: len) }
}

extension timeval {
    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self.init(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
    }
}
