import VerificationCore

extension InMemoryVerificationStore {
    package func countCheck(_ attempt: CheckAttempt) async throws(StoreProblem) -> CountedCheck {
        let now = clock.now
        return try answering { state in
            guard var row = state.find(attempt.id, of: attempt.app) else {
                return switch state.found(attempt.id, of: attempt.app, now: now) {
                case .keyReused: .keyReused
                case .forgotten: .forgotten
                case .found, .noSuchVerification: .noSuchVerification
                }
            }
            guard row.status(at: now) == .pending else {
                return .ended(state.report(row, by: attempt.id, now: now))
            }
            let address = attempt.clientIP ?? state.clientIPs[row.id]
            let limits = row.code.isFixed ? [] : attempt.rules.checkLimits(row, address)
            if let reached = state.reached(limits, row, now: now) { return .limited(reached) }
            for limit in limits { state.spend(limit, now: now) }
            row.checks += 1
            state.verifications[row.id] = row
            return .open(
                OpenCheck(
                    request: attempt.id, verification: row.id, key: row.key, code: row.code,
                    remaining: row.maxChecks - row.checks, network: address?.network, rules: attempt.rules,
                    countedAt: now))
        }
    }

    package func finishCheck(
        _ check: OpenCheck, isRight: Bool
    ) async throws(StoreProblem) -> (report: VerificationReport, approved: Bool) {
        let now = clock.now
        return try answering { state throws(StoreProblem) in
            guard var row = state.verifications[check.verification] else { throw .unavailable }
            if isRight { state.giveBack(check) }
            let mayApprove = (row.status == .pending || row.status == .maxAttemptsReached) && row.expiresAt > now
            if isRight, mayApprove {
                row.status = .approved
            } else if row.status == .pending, row.status(at: now) == .maxAttemptsReached {
                row.status = .maxAttemptsReached
            }
            state.save(row)
            return (state.report(row, by: check.request, now: now), isRight && mayApprove)
        }
    }
}

/// One of the limits that a try of a code takes from.
private struct CheckLimit {
    enum Place {
        case phone(PhoneKey)
        case shared(LimitKey)
    }

    let place: Place
    let windows: [RateLimit]
}

extension SendingRules {
    fileprivate func checkLimits(_ row: StoredVerification, _ address: IPAddress?) -> [CheckLimit] {
        var limits = [CheckLimit(place: .phone(row.key), windows: wrongCodesPerPhone)]
        if let address {
            let key = LimitKey(app: row.key.app, scope: .wrongCodesPerIP, value: address.network)
            limits.append(CheckLimit(place: .shared(key), windows: wrongCodesPerIP))
        }
        return limits
    }
}

extension InMemoryVerificationStore.State {
    fileprivate func times(_ limit: CheckLimit) -> [LimitState] {
        switch limit.place {
        case .phone(let key): wrongCodes[key] ?? []
        case .shared(let key): limits[key] ?? []
        }
    }

    private mutating func set(_ limit: CheckLimit, _ times: [LimitState]) {
        switch limit.place {
        case .phone(let key): wrongCodes[key] = times
        case .shared(let key): limits[key] = times
        }
    }

    fileprivate func reached(_ limits: [CheckLimit], _ row: StoredVerification, now: Timestamp) -> LimitReached? {
        let waits = limits.compactMap { limit in limit.windows.wait(times(limit), at: now).map { (limit, $0) } }
        guard let (limit, wait) = waits.max(by: { $0.1.at < $1.1.at }) else { return nil }
        let name: LimitReached.Limit =
            switch limit.place {
            case .phone: .wrongCodesPerPhone
            case .shared: .wrongCodesPerIP
            }
        return LimitReached(limit: name, quota: wait.window, retryAfter: wait.at - now, verification: row.id)
    }

    fileprivate mutating func spend(_ limit: CheckLimit, now: Timestamp) {
        set(limit, limit.windows.spending(times(limit), at: now))
    }

    fileprivate mutating func giveBack(_ check: OpenCheck) {
        guard !check.code.isFixed else { return }
        var limits = [CheckLimit(place: .phone(check.key), windows: check.rules.wrongCodesPerPhone)]
        if let network = check.network {
            let key = LimitKey(app: check.key.app, scope: .wrongCodesPerIP, value: network)
            limits.append(CheckLimit(place: .shared(key), windows: check.rules.wrongCodesPerIP))
        }
        for limit in limits {
            set(limit, limit.windows.givingBack(times(limit), spentAt: check.countedAt))
        }
    }
}
