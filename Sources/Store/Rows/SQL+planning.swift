import PostgreSQL

/// How PostgreSQL plans; see `PostgresConfiguration.planForLookupsByKey` and `SchemaFunctions.history`.
extension SQL {
    /// Makes PostgreSQL plan each statement for its own ids, until `planForAnyKeys` or the transaction's end.
    ///
    /// It is for statements on rows that lie in partitions of days. By such a plan PostgreSQL opens and locks the
    /// partitions of the ids' days only. A plan for any ids locks all partitions in every execution, and a year has
    /// more than a thousand. So such a statement names its ids as `= any(…)`, even when it joins them, and looks up
    /// nothing else.
    ///
    /// The statement joins its ids by a hash table. By the wrong statistics of a young day, PostgreSQL might choose a
    /// nested loop, which goes through all the ids again for each row.
    static let planForTheirDays: SQL = """
        select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_hashjoin', 'on', true),
          set_config('enable_nestloop', 'off', true)
        """

    /// Makes PostgreSQL plan the later statements of the same transaction for their own values.
    ///
    /// It is for statements that add up as much as a person asks for. A plan for any values expects a few rows, and so
    /// sorts all counts of a day: a chart of an app's day took three times as long.
    static let planForTheirValues: SQL = "select set_config('plan_cache_mode', 'force_custom_plan', true)"

    /// `planForTheirDays`, unless the statements name the tables of a single day.
    static func planning(for tables: DayTables?) -> [SQL] { tables == nil ? [.planForTheirDays] : [] }

    /// Gives the later statements of the same transaction five minutes each.
    package static let mayTakeLong: SQL = "select set_config('statement_timeout', '300000', true)"

    /// Makes PostgreSQL read a queue in a table by its index, until the transaction's end.
    ///
    /// By a bitmap it would read all that waits in the queue, and sort it, to find the first rows.
    static let planInOrder: SQL = "select set_config('enable_bitmapscan', 'off', true)"

    /// Ends `planForTheirDays` for the later statements of the same transaction; `planForLookupsByKey` says why.
    static let planForAnyKeys: SQL = """
        select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_hashjoin', 'off', true),
          set_config('enable_nestloop', 'on', true)
        """
}

extension PostgresConfiguration {
    /// Tells PostgreSQL's planner what it cannot know of a young table: every statement here finds a few rows by keys.
    ///
    /// - Without statistics the planner would read a whole table for a batch of five hundred keys, again and again.
    /// - A single plan for each statement is enough, because no value makes another plan better. `SQL.planForTheirDays`
    ///   is for the statements that do need a plan for their values.
    /// - With a month of partitions the planner would compile each look-up, or share it among several processes. Both
    ///   take longer than the look-up itself.
    package mutating func planForLookupsByKey() {
        serverSettings["plan_cache_mode"] = "force_generic_plan"
        serverSettings["jit"] = "off"
        serverSettings["max_parallel_workers_per_gather"] = "0"
        for path in ["hashjoin", "mergejoin", "seqscan", "material"] { serverSettings["enable_\(path)"] = "off" }
    }
}
