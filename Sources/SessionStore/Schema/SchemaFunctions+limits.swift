import PostgreSQL

/// How an addition of events to a slot changes a row of `rate_limit`.
///
/// The row's slots are sorted, so `width_bucket` says behind how many of them a slot belongs. Slots that lie more than 60
/// before it have left the window, and are left out. PostgreSQL puts `slots_with` and `counts_with` into the plan of the
/// statement that calls them, so they cost no call.
extension SchemaFunctions {
    static let limits: [SQL] = [
        """
        create function events_in(counts integer[]) returns integer language plpgsql immutable as $$
        declare
          events integer;
          total integer := 0;
        begin
          foreach events in array counts loop total := total + events; end loop;
          return total;
        end
        $$
        """,
        """
        create function slots_with(slots bigint[], slot bigint) returns bigint[] language sql immutable as $$
          select slots[1 + width_bucket(slot - 61, slots):width_bucket(slot - 1, slots)] || slot
            || slots[1 + width_bucket(slot, slots):]
        $$
        """,
        // Null when the row would count more events than it may.
        """
        create function counts_with(slots bigint[], counts integer[], slot bigint, events integer, most integer)
          returns integer[] language sql immutable as $$
          select case when events_in(counts[1 + width_bucket(slot - 61, slots):]) + events > most then null
            else counts[1 + width_bucket(slot - 61, slots):width_bucket(slot - 1, slots)]
              || events + coalesce(counts[nullif(width_bucket(slot, slots), width_bucket(slot - 1, slots))], 0)
              || counts[1 + width_bucket(slot, slots):] end
        $$
        """,
    ]
}
