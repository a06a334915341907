import PostgreSQL

/// How the server plans; see `PostgresConfiguration.planForLookupsByKey` and `SchemaFunctions.history`.
extension SQL {
    /// For changes of rows that lie in partitions of days: until the transaction ends, or `planForAnyKeys`, statements are
    /// planned for the very ids they carry.
    ///
    /// Then the server opens and locks the partitions of those days only. A plan that is good for any ids locks all
    /// partitions with every execution, and a year has more than a thousand. So such a statement names its ids as
    /// `= any(…)`, even where it joins them, and looks up nothing else. The ids are joined in memory. Statistics of a
    /// young day are wrong, and for each row the server would go through all the ids again.
    static let planForTheirDays: SQL = """
        select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_hashjoin', 'on', true),
          set_config('enable_nestloop', 'off', true)
        """

    /// Takes `planForTheirDays` back, for what follows in the same transaction; as `planForLookupsByKey` has it.
    static let planForAnyKeys: SQL = """
        select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_hashjoin', 'off', true),
          set_config('enable_nestloop', 'on', true)
        """
}
