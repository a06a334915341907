import PostgreSQL

extension PostgresConfiguration {
    /// Tells the planner what it cannot know of a young table: every statement here finds a few rows by their keys.
    ///
    /// - Without statistics the planner reads the whole table for a batch of five hundred keys, and keeps that plan.
    /// - One plan per statement is enough, because no value makes another plan better; `SQL.planForTheirDays` is for
    ///   statements where a value does.
    /// - With the partitions of a month the planner would compile each lookup, or share it among several processes. Both
    ///   take longer than the lookup.
    package mutating func planForLookupsByKey() {
        serverSettings["plan_cache_mode"] = "force_generic_plan"
        serverSettings["jit"] = "off"
        serverSettings["max_parallel_workers_per_gather"] = "0"
        for path in ["hashjoin", "mergejoin", "seqscan", "material"] { serverSettings["enable_\(path)"] = "off" }
    }
}
