import PostgreSQL

/// Look-ups by id in the tables that have a partition for each day.
///
/// Inside a statement, an id that comes from another table comes too late for the planner. By then it has opened and
/// locked all days, and it does that with every execution. These functions plan each call for the ids that they are
/// given, and open the partitions of those days only. Without any id the planner would open all days; so they return
/// before it. For example the verification that a request led to, which may be of another day:
///
///     from requests_of($1) r cross join lateral verifications_of(array[r.verification_id]) v
extension SchemaFunctions {
    static let history: [SQL] = [
        """
        create function requests_of(ids uuid[]) returns setof verification_request
        language plpgsql stable rows 1 set plan_cache_mode = 'force_custom_plan' as $$
        begin
          if ids <> '{}' then return query select * from verification_request where id = any(ids); end if;
        end
        $$
        """,
        """
        create function verifications_of(ids uuid[]) returns setof verification
        language plpgsql stable rows 1 set plan_cache_mode = 'force_custom_plan' as $$
        begin
          if ids <> '{}' then return query select * from verification where id = any(ids); end if;
        end
        $$
        """,
        """
        create function messages_of(ids uuid[]) returns setof message
        language plpgsql stable rows 1 set plan_cache_mode = 'force_custom_plan' as $$
        begin
          if ids <> '{}' then return query select * from message where verification_id = any(ids); end if;
        end
        $$
        """,
    ]
}
