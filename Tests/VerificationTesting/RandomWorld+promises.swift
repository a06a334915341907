import VerificationCore

extension RandomWorld {
    /// The promises that are broken now, in words; `atTheEnd` also expects that no message is still being sent.
    package func brokenPromises(atTheEnd: Bool = false) async throws -> [String] {
        var broken: [String] = []
        for (id, mine) in Dictionary(grouping: sent, by: \.message.verification) {
            broken += brokenSends(mine).map { "\($0) of \(id)" }
        }
        for (id, count) in approvals where count > 1 { broken.append("\(id) approved \(count) times") }
        for (id, count) in wrongTries where count > rules.maxChecks { broken.append("\(count) wrong codes of \(id)") }
        for verdict in afterErasing where verdict != .known { broken.append("after erasing: \(verdict)") }
        broken += brokenLimits()
        for request in requests { broken += try await brokenReport(request, atTheEnd: atTheEnd) }
        return broken
    }

    /// Expects of a verification's sends: a single code, few enough messages, pauses between them, and allowed numbers.
    private func brokenSends(_ sent: [Sent]) -> [String] {
        var broken: [String] = []
        if Set(sent.map(\.code)).count > 1 { broken.append("two codes") }
        if Set(sent.map(\.message)).count > rules.maxSends { broken.append("too many messages") }
        if sent.contains(where: { !rules.regions.contains($0.request.phone.region) }) { broken.append("wrong region") }
        if sent.contains(where: \.code.isFixed) { broken.append("a test number got an SMS") }
        for (earlier, later) in zip(sent, sent.dropFirst())
        where !later.mayBeSecond && later.at - earlier.at < rules.resendAfter {
            broken.append("two SMS within the window")
        }
        for (message, tries) in Dictionary(grouping: sent, by: \.message) where tries.count > 1 {
            let allowed = rules.whenUnknown == .resend ? 2 : 1
            if tries.count > allowed { broken.append("\(message) sent \(tries.count) times") }
            // To choose another gateway is for messages of which nothing has left.
            if tries.dropFirst().contains(where: { !$0.avoided.isEmpty }) { broken.append("\(message) chose again") }
        }
        return broken
    }

    private func brokenLimits() -> [String] {
        // A message counts once, however often it is sent, and counts from the time of its first claim.
        let first = Dictionary(grouping: sent, by: \.message).values.compactMap(\.first)
        func broken(_ name: String, _ windows: [RateLimit], _ key: (Sent) -> String?) -> [String] {
            let groups = Dictionary(grouping: first.filter { key($0) != nil }) { key($0) ?? "" }
            return groups.filter { exceeds(windows, $0.value.map(\.spentAt)) }.map { "\(name) of \($0.key)" }
        }
        let wrong = Dictionary(grouping: wrongCodes, by: \.phone)
        return broken("sends per phone", rules.sendsPerPhone) { $0.request.phone.e164 }
            + broken("sends per address", rules.sendsPerIP) { $0.request.clientIP?.network }
            + broken("sends per prefix", rules.sendsPerPrefix) { $0.request.phone.prefix }
            + broken("sends per app", rules.sendsPerApp) { _ in "" }
            + wrong.filter { exceeds(rules.wrongCodesPerPhone, $0.value.map(\.at)) }.map { "wrong codes of \($0.key)" }
    }

    /// Whether some span shorter than a window holds more events than the window admits.
    private func exceeds(_ windows: [RateLimit], _ moments: [Timestamp]) -> Bool {
        let moments = moments.sorted()
        return windows.contains { limit in
            zip(moments, moments.dropFirst(limit.count)).contains { $1 - $0 < limit.interval }
        }
    }

    private func brokenReport(_ request: VerificationRequest, atTheEnd: Bool) async throws -> [String] {
        guard case .found(let report) = try await store.verification(request.id, of: app) else {
            // Another phone's request had the idempotency key before, so this request leads to no verification.
            return request.idempotencyKey == nil ? ["no \(request.id)"] : []
        }
        var broken: [String] = []
        if report.phone != request.phone.e164 { broken.append("another's verification") }
        if report.remainingChecks < 0 || report.remainingSends < 0 { broken.append("less than nothing left") }
        if let by = approvedBy[report.id] {
            let right: VerificationStatus = by == request.id ? .approved : .approvedElsewhere
            if report.status != right { broken.append("approved by \(by), and \(report.status) for \(request.id)") }
        }
        let reallySent = Set(sent.filter { $0.message.verification == report.id }.map(\.message.ordinal))
        let isTest = request.phone.e164 == "+491510009"
        for message in report.messages {
            if message.status == .failed, reallySent.contains(message.ordinal) { broken.append("sent, called failed") }
            if message.status == .accepted, !isTest, !reallySent.contains(message.ordinal) {
                broken.append("a made-up send")
            }
            if atTheEnd, message.status == .sending { broken.append("for ever sending") }
        }
        return broken
    }
}
