import Logging
import VerificationCore

/// Sends the spans of a process to a receiver of OTLP, in calls of many, beside everything else.
///
/// A request never waits for it: a span goes into a buffer, or is dropped where the buffer is full. A receiver that is
/// away or slow costs spans, and nothing else.
package final class SpanExporter: Sendable {
    private let settings: SpanExportSettings
    private let buffer: SpanBuffer
    private let receiver: OTLPReceiver
    private let log: SpanLog
    private let closing = AsyncStream.makeStream(of: Never.self)

    /// Connects nowhere yet; `now` is the time that `Retry-After` dates are measured by.
    package init(_ settings: SpanExportSettings, now: @escaping @Sendable () -> Timestamp, logger: Logger) {
        self.settings = settings
        buffer = SpanBuffer(room: settings.mostWaiting, together: settings.mostTogether)
        receiver = OTLPReceiver(settings, now: now)
        log = SpanLog(logger)
    }

    /// Takes an ended span; never waits.
    package func take(_ span: Span) { buffer.take(span) }

    /// How many spans were sent, dropped and failed so far.
    package var counts: SpanCounts { buffer.counts }

    /// Sends spans until `close()`, and then what is left, for `lastDeadline` at most; call it once.
    package func run() async {
        // Not on the threads of the sockets: to write a document of many spans takes milliseconds.
        await withTaskExecutorPreference(globalConcurrentExecutor) {
            await withTaskGroup { tasks in
                tasks.addTask { await self.sendAll() }
                tasks.addTask { await self.endInTime() }
                await tasks.next()
                tasks.cancelAll()
            }
        }
        buffer.giveUp()
        await receiver.shutDown()
    }

    /// Lets `run()` end; spans that come later are not sent.
    package func close() {
        buffer.close()
        closing.continuation.finish()
    }

    private func sendAll() async {
        while let spans = await buffer.next(gathering: settings.gathering) { await send(spans) }
    }

    private func endInTime() async {
        for await _ in closing.stream {}
        try? await Task.sleep(for: settings.lastDeadline)
    }

    /// Sends the same spans again as long as the receiver may take them later.
    private func send(_ spans: [Span]) async {
        let document = OTLPDocument(spans: spans, resource: settings.resource).bytes
        var pause = settings.firstPause
        for triesLeft in (0..<settings.tries).reversed() {
            let answer = await receiver.post(document, within: settings.callDeadline)
            log.note(answer)
            switch answer {
            case .taken(let rejected, _):
                return buffer.note(sent: max(0, spans.count - rejected), failed: min(rejected, spans.count))
            case .refused: return buffer.note(failed: spans.count)
            case .busy(_, let wait):
                guard triesLeft > 0, await rest(wait ?? pause) else { return buffer.note(failed: spans.count) }
            case .unanswered:
                guard triesLeft > 0, await rest(pause) else { return buffer.note(failed: spans.count) }
            }
            pause *= 2
        }
    }

    /// Waits before another try, a little longer than asked, so that many processes do not come back together.
    ///
    /// - Returns: false when the task is cancelled. The stop ends the wait: what waits then has a last try.
    private func rest(_ pause: Duration) async -> Bool {
        let end = ContinuousClock.now + min(pause, .seconds(60)) * Double.random(in: 1...1.2)
        let wasClosing = buffer.isClosing
        while !Task.isCancelled, .now < end, buffer.isClosing == wasClosing {
            await buffer.wakeup.wait(atMost: end - .now)
        }
        return !Task.isCancelled
    }
}
