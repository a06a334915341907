import PostgreSQL

extension PostgresConfiguration {
    /// Tells the planner what it cannot know of a young table: every statement here finds a few rows by their keys.
    ///
    /// Without statistics it takes a batch of five hundred keys for a reason to read the whole table, in every batch, and
    /// keeps that plan. One plan per statement is enough, because no value makes another one better; where that is not
    /// so, see `SQL.planForTheirDays`. And where there are the partitions of a month, it would take each lookup for work
    /// worth compiling, or sharing among several processes, which takes longer than the work.
    package mutating func planForLookupsByKey() {
        serverSettings["plan_cache_mode"] = "force_generic_plan"
        serverSettings["jit"] = "off"
        serverSettings["max_parallel_workers_per_gather"] = "0"
        for path in ["hashjoin", "mergejoin", "seqscan", "material"] { serverSettings["enable_\(path)"] = "off" }
    }
}
