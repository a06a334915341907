import PostgreSQL
import VerificationCore

extension SQL {
    /// Extends the incident to which a sighting belongs, or makes one; see `IncidentStore.keep`.
    ///
    /// A dashboard that comes late with an old sighting opens nothing again while another incident of the same
    /// accusation is open.
    static func keep(_ sighting: IncidentSighting, note: String) -> SQL {
        let (accusation, worst) = (sighting.accusation, sighting.worst)
        let flicker = Incident.flicker.wholeMicroseconds
        return """
            with s as (
              select \(accusation.rule)::text as rule, \(accusation.subject)::text as subject,
                \(worst.level.rawValue)::text as level, \(worst.sentence)::text as sentence,
                \(worst.measure)::text as measure, \(sighting.beganAt)::timestamptz as began_at,
                \(sighting.isAtLeast)::boolean as is_at_least, \(sighting.lastSeenAt)::timestamptz as last_seen_at,
                \(sighting.isOver)::boolean as is_over, \(note)::text as note
            ), known as (
              select i.number from incident i join s on i.rule = s.rule and i.subject = s.subject
              where i.began_at <= s.last_seen_at + \(flicker) * interval '1 microsecond'
                and (i.ended_at is null or i.last_seen_at >= s.began_at - \(flicker) * interval '1 microsecond')
              order by i.number desc limit 1
            ), open as (
              select i.number from incident i join s on i.rule = s.rule and i.subject = s.subject
              where i.ended_at is null
            ), changed as (
              select i.number, greatest(i.last_seen_at, s.last_seen_at) as seen_at, least(i.began_at, s.began_at) as began_at,
                case when s.began_at < i.began_at then s.is_at_least else i.is_at_least end as is_at_least,
                (s.level = 'DOWN') > (i.level = 'DOWN') as is_graver, s.level, s.sentence, s.measure, s.note,
                case when s.is_over or exists (select from open where open.number <> i.number)
                  then i.ended_at is not null or s.last_seen_at >= i.last_seen_at else false end as has_ended
              from incident i join known on known.number = i.number cross join s
            ), updated as (
              update incident i set began_at = c.began_at, is_at_least = c.is_at_least, last_seen_at = c.seen_at,
                level = case when c.is_graver then c.level else i.level end,
                sentence = case when c.is_graver then c.sentence else i.sentence end,
                measure = case when c.is_graver then c.measure else i.measure end,
                ended_at = case when c.has_ended then c.seen_at end,
                ending = case when c.has_ended then coalesce(i.ending, c.note) end
              from changed c where i.number = c.number
            )
            insert into incident (rule, subject, level, sentence, measure, began_at, is_at_least, last_seen_at, ended_at, ending)
            select s.rule, s.subject, s.level, s.sentence, s.measure, s.began_at, s.is_at_least, s.last_seen_at,
              case when s.is_over or exists (select from open) then s.last_seen_at end,
              case when s.is_over or exists (select from open) then s.note end
            from s where not exists (select from known)
            """
    }

    /// Ends open incidents that no dashboard has seen for long, when they were seen last.
    static func end(before moment: Timestamp, _ report: IncidentReport) -> SQL {
        let holding = report.holding.sorted { ($0.rule, $0.subject) < ($1.rule, $1.subject) }
        return """
            update incident i set ended_at = i.last_seen_at,
              ending = case when i.last_seen_at < \(report.watchedSince)::timestamptz
                then \(IncidentReport.unwatched)::text else \(report.note)::text end
            where i.ended_at is null and i.last_seen_at < \(moment) and not exists (
              select from unnest(\(holding.map(\.rule)), \(holding.map(\.subject))) as h (rule, subject)
              where h.rule = i.rule and h.subject = i.subject)
            """
    }

    /// Adds a mark that is not on record yet; the start of a process names the version before it, where that was another.
    static func keep(_ mark: Mark) -> SQL {
        """
        insert into mark (created_at, kind, subject, detail, former)
        select m.created_at, m.kind, m.subject, m.detail,
          case when \(mark.kind.isStart)::boolean and m.detail <> '' then (
            select nullif(nullif(f.detail, m.detail), '') from mark f
            where f.kind = m.kind and f.created_at < m.created_at order by f.created_at desc, f.number desc limit 1
          ) end
        from (select \(mark.at)::timestamptz as created_at, \(mark.kind.rawValue)::text as kind,
          \(mark.subject)::text as subject, \(mark.detail)::text as detail) m
        where not exists (
          select from mark k
          where k.created_at = m.created_at and k.kind = m.kind and k.subject = m.subject and k.detail = m.detail)
        """
    }

    /// Marks each worker that has had no heartbeat for half a minute, and no farewell, once for each silence.
    static let markSilentWorkers: SQL = """
        insert into mark (created_at, kind, subject, detail)
        select w.seen_at, \(Mark.Kind.workerSilent.rawValue)::text, coalesce(w.host, ''),
          coalesce('process ' || w.process_id, '')
        from worker w
        where not w.has_left and w.seen_at < clock_timestamp() - interval '30 seconds' and not exists (
          select from mark m
          where m.kind = \(Mark.Kind.workerSilent.rawValue)::text and m.created_at = w.seen_at
            and m.subject = coalesce(w.host, '') and m.detail = coalesce('process ' || w.process_id, ''))
        """

    /// Forgets marks, and incidents that have ended, a portion of each.
    static func oldIncidents(_ age: Duration, portion: Int) -> [SQL] {
        [
            """
            delete from mark where ctid = any (array(
              select ctid from mark
              where created_at < now() - \(age.wholeMicroseconds) * interval '1 microsecond' limit \(portion)))
            """,
            """
            delete from incident where ctid = any (array(
              select ctid from incident
              where ended_at < now() - \(age.wholeMicroseconds) * interval '1 microsecond' limit \(portion)))
            """,
        ]
    }
}
