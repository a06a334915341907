import PostgreSQL

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
