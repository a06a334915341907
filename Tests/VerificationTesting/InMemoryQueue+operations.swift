import VerificationCore

// An operator's view of a queue in memory, whose reports are those of the queue of requests, and of the dead letters.

extension InMemoryQueue: BrokerProbe {
    package func probe() async -> BrokerReadiness { .takesMessages }

    package func reports() -> [QueueReport] {
        withLock { state in
            let consumers = state.inboxes.values.count(where: \.isTaking)
            return [
                QueueReport(
                    name: "requests", role: .requests,
                    state: .present(messages: state.ready.count, consumers: consumers, mismatch: nil)),
                QueueReport(
                    name: "retry", role: .retry,
                    state: .present(messages: state.waiting.count, consumers: 0, mismatch: nil)),
                QueueReport(
                    name: "dead", role: .dead,
                    state: .present(messages: state.dead.count, consumers: 0, mismatch: nil)),
            ]
        }
    }
}

extension InMemoryQueue: DeadLetters {
    package func count() async -> Int { dead.count }

    package func survey(of limit: Int) async -> DeadLetterSurvey {
        withLock { state in
            let found = state.dead.prefix(limit).map { message, told in
                let isRequest = message.properties.type == RequestCodec.messageType
                return DeadLetterSurvey.Found(
                    kind: message.properties.type.flatMap { WorkQueue(messageType: $0) } ?? kind,
                    reason: .worker(told.letter.reason),
                    deadline: isRequest ? RequestCodec.deadline(in: message.body) : nil,
                    isWhole: !message.properties.isTooLarge)
            }
            return DeadLetterSurvey(present: state.dead.count, found: found)
        }
    }

    package func look(at limit: Int) async -> DeadLetterLook {
        withLock { state in
            DeadLetterLook(
                present: state.dead.count,
                letters: state.dead.prefix(limit).map { message, told in message.report(told, in: kind) })
        }
    }

    package func replay(named name: String, among limit: Int) async -> DeadLetterReplay {
        withLock { state in
            let place = state.dead.prefix(limit).firstIndex { $0.message.report($0.told, in: kind).name == name }
            guard let place, !state.dead[place].message.properties.isTooLarge else {
                return DeadLetterReplay(left: state.dead.count)
            }
            state.ready.append(state.dead.remove(at: place).message.replayed)
            state.handOut()
            return DeadLetterReplay(replayed: 1, left: state.dead.count)
        }
    }

    package func replay(limit: Int, reason: DeathReason?) async -> DeadLetterReplay {
        withLock { state in
            var replay = DeadLetterReplay()
            var left: [(message: InMemoryQueue.Message, told: DeadMessage)] = []
            for (message, told) in state.dead {
                let isWanted = reason == nil || reason == .worker(told.letter.reason)
                if isWanted, !message.properties.isTooLarge, replay.replayed < limit {
                    replay.replayed += 1
                    state.ready.append(message.replayed)
                } else {
                    left.append((message, told))
                }
            }
            state.dead = left
            replay.left = left.count
            state.handOut()
            return replay
        }
    }

    package func purge() async -> Int {
        withLock { state in
            defer { state.dead = [] }
            return state.dead.count
        }
    }
}

extension InMemoryQueue.Message {
    /// A message here has no id beside its body, and no user.
    fileprivate func report(_ told: InMemoryQueue.DeadMessage, in queue: WorkQueue) -> DeadLetterReport {
        let content = DeadLetterContent(body, size: body.count, isWhole: !properties.isTooLarge)
        return DeadLetterReport(
            name: DeadLetterReport.name(messageID: content.verification?.description, body: body),
            kind: properties.type.flatMap { WorkQueue(messageType: $0) } ?? queue,
            death: DeadLetterReport.Death(.worker(told.letter.reason), detail: told.letter.detail, at: nil),
            source: DeadLetterReport.Source(type: properties.type, app: nil, user: nil, publishedAt: nil),
            content: content)
    }

    /// The same message as if it had never been dead-lettered; no caller waits for its answer any more.
    fileprivate var replayed: Self {
        var copy = self
        copy.caller = nil
        copy.firstError = nil
        copy.properties.putOffs = 0
        copy.properties.wantsAnswer = false
        return copy
    }
}
