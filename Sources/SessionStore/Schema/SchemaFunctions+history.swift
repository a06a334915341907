import PostgreSQL

/// Look-ups by id in the tables that have a partition for each day.
///
/// When a statement reads an id from another table, PostgreSQL plans the look-up before it knows the id. So it opens
/// and locks the partitions of all days, in every execution. In these functions PostgreSQL plans each call for its ids,
/// and opens the partitions of their days only. For an empty list of ids it would open all partitions, so a function
/// returns before that.
///
/// For example a statement looks up a request's verification, which may be of another day:
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
