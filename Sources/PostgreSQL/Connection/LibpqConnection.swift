import CPostgreSQL
import Glibc

/// Owns one `PGconn` and closes it at the end.
///
/// No method blocks once `enterPipeline()` has been called. After `close()`, and before a connection has been started,
/// every method fails as on a broken connection: libpq treats a null pointer as such.
struct LibpqConnection: ~Copyable {
    private var pointer: OpaquePointer?

    /// No connection yet.
    init() {}

    /// Starts connecting; `poll()` continues it.
    ///
    /// With a `hostaddr` among the keywords it does not block. Without it libpq looks up the host's name in here.
    init(starting keywords: [String: String]) {
        let names = keywords.keys.map { strdup($0) }
        let values = keywords.values.map { strdup($0) }
        defer { (names + values).forEach { free($0) } }
        pointer = PQconnectStartParams(
            names.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 0)
        // The default receiver prints to stderr.
        PQsetNoticeReceiver(pointer, { _, _ in }, nil)
    }

    deinit { PQfinish(pointer) }

    /// Closes the connection without waiting; a second call does nothing.
    mutating func close() {
        PQfinish(pointer)
        pointer = nil
    }

    /// Shuts the socket down, so that `close()` can send nothing more and read nothing more.
    func cut() {
        _ = shutdown(socket, Int32(SHUT_RDWR))
    }

    var socket: Int32 { PQsocket(pointer) }
    var isBroken: Bool { PQstatus(pointer) == CONNECTION_BAD }
    var isIdleOutsideTransaction: Bool { PQtransactionStatus(pointer) == PQTRANS_IDLE }
    var usesTLS: Bool { PQsslInUse(pointer) == 1 }
    var serverProcess: Int32 { PQbackendPID(pointer) }
    /// The address that was reached; empty for a socket in the file system.
    var hostAddress: String { PQhostaddr(pointer).map { String(cString: $0) } ?? "" }

    /// libpq's error message, on one line.
    ///
    /// It names hosts, users and files; the caller removes passwords.
    var errorMessage: String {
        guard let message = PQerrorMessage(pointer) else { return "" }
        return String(cString: message).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

// MARK: - Connecting

extension LibpqConnection {
    func poll() -> PostgresPollingStatusType { PQconnectPoll(pointer) }

    /// False when libpq refuses.
    ///
    /// "In the nonblocking state, calls to PQsendQuery, … will not block" (libpq-async). In the blocking state a
    /// pipeline could deadlock with the server (libpq-pipeline-mode).
    func enterPipeline() -> Bool {
        PQsetnonblocking(pointer, 1) == 0 && PQenterPipelineMode(pointer) == 1
    }
}

// MARK: - Sending

extension LibpqConnection {
    func sendPrepare(name: String, text: String, types: [UInt32]) -> Bool {
        PQsendPrepare(pointer, name, text, Int32(truncatingIfNeeded: types.count), types) == 1
    }

    /// Sends a statement without parameters that is not worth preparing.
    func sendUnprepared(_ text: String) -> Bool {
        PQsendQueryParams(pointer, text, 0, nil, nil, nil, nil, 1) == 1
    }

    /// Binds and runs a prepared statement; parameters and result are binary.
    func sendExecute(name: String, _ parameters: SQL.Parameters) -> Bool {
        let count = parameters.places.count
        return parameters.buffer.bytes.withUnsafeBytes { bytes in
            withUnsafeTemporaryAllocation(of: UnsafePointer<CChar>?.self, capacity: count) { values in
                withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * count) { numbers in
                    for (index, place) in parameters.places.enumerated() {
                        values.initializeElement(at: index, to: Self.value(at: place, in: bytes))
                        numbers.initializeElement(at: index, to: max(0, place.length))
                        numbers.initializeElement(at: count + index, to: 1)
                    }
                    let lengths = UnsafePointer(numbers.baseAddress)
                    return PQsendQueryPrepared(
                        pointer, name, Int32(truncatingIfNeeded: count), values.baseAddress, lengths,
                        lengths.map { $0 + count }, 1) == 1
                }
            }
        }
    }

    /// To libpq a null pointer means NULL, so a value without bytes needs any other address.
    private static func value(
        at place: (offset: Int, length: Int32), in bytes: UnsafeRawBufferPointer
    ) -> UnsafePointer<CChar>? {
        guard place.length >= 0 else { return nil }
        guard let start = bytes.baseAddress else { return UnsafePointer(bitPattern: 1) }
        return (start + place.offset).assumingMemoryBound(to: CChar.self)
    }

    func sendSync() -> Bool { PQpipelineSync(pointer) == 1 }

    enum Flush {
        case done, incomplete, failed
    }

    /// Sends what the socket takes.
    ///
    /// "After sending any command or data on a nonblocking connection, call PQflush. If it returns 1, wait for the
    /// socket to become read- or write-ready" (libpq-async).
    func flush() -> Flush {
        switch PQflush(pointer) {
        case 0: .done
        case 1: .incomplete
        default: .failed
        }
    }
}

// MARK: - Receiving

extension LibpqConnection {
    /// Takes what the socket has; false when the connection is broken or the server has closed it.
    ///
    /// A call of PQconsumeInput may read only 8 kB, and a TLS record may hold 16 kB. The rest of the record stays in
    /// OpenSSL, where the socket does not show it. So while an answer is not whole, this reads the last record to its
    /// end.
    func consumeInput() -> Bool {
        var readsLeft = usesTLS ? 2 : 0
        while true {
            if holdsBytes { readsLeft = max(readsLeft, usesTLS ? 2 : 0) }
            guard PQconsumeInput(pointer) == 1 else { return false }
            guard isBusy, readsLeft > 0 else { return true }
            readsLeft -= 1
        }
    }

    /// Whether the socket has bytes that libpq has not read.
    private var holdsBytes: Bool {
        var count: Int32 = 0
        return ioctl(socket, UInt(FIONREAD), &count) == 0 && count > 0
    }

    /// Whether `nextResult()` would block.
    var isBusy: Bool { PQisBusy(pointer) == 1 }

    func nextResult() -> PipelineReader<PostgresRows>.Event {
        guard let raw = PQgetResult(pointer) else { return .endOfStep }
        let result = QueryResult(owning: raw)
        switch result.status {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: return .answered(PostgresRows(result: result))
        case PGRES_PIPELINE_SYNC: return .synced
        case PGRES_PIPELINE_ABORTED: return .skipped
        case PGRES_FATAL_ERROR, PGRES_BAD_RESPONSE:
            let report = result.report
            // A message without SQLSTATE is libpq's own: the connection broke, and the server said nothing.
            return report.sqlState.isEmpty ? .lost : .failed(report)
        default: return .unsupported
        }
    }

    func nextNotification() -> (channel: String, payload: String)? {
        guard let notification = PQnotifies(pointer) else { return nil }
        defer { PQfreemem(notification) }
        return (String(cString: notification.pointee.relname), String(cString: notification.pointee.extra))
    }
}
