import PostgreSQL
import VerificationCore

/// The readings of `tally`; each reads by the primary key: some kinds, and of each kind a span of minutes.
extension SQL {
    static func totals(_ question: TallyQuestion) -> SQL {
        "select kind, sum(count)::bigint as count from tally where \(counted: question) group by kind"
    }

    /// The rows of a name follow each other.
    static func sums(_ question: TallyQuestion, by dimension: TallyDimension, most: Int) -> SQL {
        """
        select kind, name, count
        from (
          select kind, name, count, dense_rank() over (order by total desc, name) as place
          from (
            select kind, name, sum(count)::bigint as count, sum(sum(count)) over (partition by name) as total
            from (
              select kind, count,
                case \(dimension.rawValue) when 'app' then app when 'region' then region when 'gateway' then gateway
                  else reason end as name
              from tally where \(counted: question)
            ) named
            group by kind, name
          ) summed
        ) placed
        where place <= \(most)
        order by place, kind
        """
    }

    static func series(_ question: TallyQuestion, step: Int) -> SQL {
        """
        select kind, date_bin(\(Int64(step)) * interval '1 minute', minute, \(question.span.lowerBound.beginning))
          as minute, sum(count)::bigint as count
        from tally where \(counted: question)
        group by 1, 2
        """
    }

    static func seriesByReason(_ question: TallyQuestion, step: Int) -> SQL {
        """
        select kind, reason, date_bin(\(Int64(step)) * interval '1 minute', minute, \(question.span.lowerBound.beginning))
          as minute, sum(count)::bigint as count
        from tally where \(counted: question)
        group by 1, 2, 3
        """
    }

    static func deliveries(in span: Range<Minute>) -> SQL {
        """
        select minute, gateway, region,
          coalesce(sum(count) filter (where kind = \(TallyKind.awaited.rawValue)), 0)::bigint as awaited,
          coalesce(sum(count) filter (where kind = \(TallyKind.delivered.rawValue)), 0)::bigint as delivered
        from tally where \(counted: .firstDeliveries(in: span))
        group by minute, gateway, region
        order by minute, gateway, region
        """
    }

    static func groups(_ question: TallyQuestion, most: Int) -> SQL {
        """
        select kind, gateway, reason, sum(count)::bigint as count, min(first) as first, max(last) as last,
          coalesce((array_agg(region order by count desc, region) filter (where region <> ''))
            [1:\(TallyGroup.mostRegions)], '{}') as regions
        from (
          select kind, gateway, reason, region, sum(count) as count, min(minute) as first, max(minute) as last
          from tally where \(counted: question)
          group by kind, gateway, reason, region
        ) parts
        group by kind, gateway, reason
        order by 4 desc, kind, gateway, reason
        limit \(most)
        """
    }
}

extension SQL.StringInterpolation {
    /// The condition that a row of `tally` counts for the question.
    fileprivate mutating func appendInterpolation(counted question: TallyQuestion) {
        appendLiteral("kind = any(")
        appendInterpolation(question.kinds.map(\.rawValue))
        appendLiteral(") and minute >= ")
        appendInterpolation(question.span.lowerBound.beginning)
        appendLiteral(" and minute < ")
        appendInterpolation(question.span.upperBound.beginning)
        // A condition that is not asked for is not in the text, so that PostgreSQL plans without it.
        for (column, value) in [
            ("app", question.app?.name), ("region", question.region), ("gateway", question.gateway),
            ("reason", question.reason),
        ] {
            guard let value else { continue }
            appendLiteral(" and \(column) = ")
            appendInterpolation(value)
        }
    }
}
