import PostgreSQL
import VerificationCore

extension SQL {
    /// Counts a try where everything admits it; a row for `countedCheck`, none when there is no code to try.
    static func countCheck(_ attempt: CheckAttempt) -> SQL {
        let phone = LimitColumns(attempt.rules.wrongCodesPerPhone)
        let network = LimitColumns(attempt.rules.wrongCodesPerIP)
        return """
            select verification, phone, code_key, code_digits, remaining, network, is_network, win, admits_at, counted_at
            from count_check(\(attempt.id), \(attempt.app.name), \(attempt.clientIP?.network), \(phone.shares),
              \(phone.slacks), \(network.shares), \(network.slacks))
            """
    }

    /// Gives the shares of a right code back, phone first; nothing for codes that took none.
    static func giveBack(_ check: OpenCheck) -> [SQL] {
        if check.code.isFixed { return [] }
        let counted = check.countedAt.microseconds
        let phone: SQL = """
            update phone_state
            set check_times = limit_after(
              check_times, 0, \([counted]), \(LimitColumns(check.rules.wrongCodesPerPhone).shares), '{}', null)
            where app = \(check.key.app.name) and phone = \(check.key.phone)
            """
        guard let network = check.network, !check.rules.wrongCodesPerIP.isEmpty else { return [phone] }
        return [
            phone,
            """
            update rate_limit
            set times = limit_after(times, 0, \([counted]), \(LimitColumns(check.rules.wrongCodesPerIP).shares), '{}', null)
            where app = \(check.key.app.name) and scope = \(LimitKey.Scope.wrongCodesPerIP.rawValue) and key = \(network)
            """,
        ]
    }

    /// A try that was counted is good even when a later wrong one has used up the rest in the meantime.
    static func approve(_ id: VerificationID) -> SQL {
        """
        update verification set status = 'approved', reason = null, ended_at = clock_timestamp()
        where id = \(id) and status in ('pending', 'max_attempts_reached') and expires_at > clock_timestamp()
        """
    }

    static func endWhenUsedUp(_ id: VerificationID) -> SQL {
        """
        update verification set status = 'max_attempts_reached', ended_at = clock_timestamp()
        where id = \(id) and status = 'pending' and checks >= max_checks and expires_at > clock_timestamp()
        """
    }
}

extension PostgresRow {
    /// A row of `SQL.countCheck`.
    func countedCheck(_ attempt: CheckAttempt) throws -> CountedCheck {
        let countedAt = Timestamp(microseconds: try decode(9))
        let verification = try decode(0, as: VerificationID.self)
        guard let window = try decode(7, as: Int32?.self) else {
            return .open(
                OpenCheck(
                    request: attempt.id, verification: verification,
                    key: PhoneKey(app: attempt.app, phone: try decode(1)),
                    code: CodeRecipe(keyName: try decode(2), digits: Int(try decode(3, as: Int16.self))),
                    remaining: Int(try decode(4, as: Int32.self)), network: try decode(5), rules: attempt.rules,
                    countedAt: countedAt))
        }
        let isNetwork = try decode(6, as: Bool.self)
        let windows = isNetwork ? attempt.rules.wrongCodesPerIP : attempt.rules.wrongCodesPerPhone
        guard windows.indices.contains(Int(window) - 1) else { throw StoreProblem.unreadableRow }
        return .limited(
            LimitReached(
                limit: isNetwork ? .wrongCodesPerIP : .wrongCodesPerPhone, quota: windows[Int(window) - 1],
                retryAfter: Timestamp(microseconds: try decode(8)) - countedAt, verification: verification))
    }
}
