import PostgreSQL
import VerificationCore

/// The statements that end verifications when their code's life is over, for apps that want to hear of it.
extension SQL {
    /// The planned looks from a moment on that are due, and that no other worker has in hand; after `planInOrder`.
    static func dueWatches(from moment: Timestamp, atMost limit: Int) -> SQL {
        """
        select verification_id, due_at from verification_watch
        where due_at >= \(moment) and due_at <= clock_timestamp()
        order by due_at limit \(limit) for update skip locked
        """
    }

    /// Locks the phones of the verifications that are free, and returns the verifications whose phones no transaction
    /// holds.
    ///
    /// A check may be approving a verification at this moment, by a clock of a moment ago. It holds the phone's row
    /// until its commit. So the verification stays for the next round, and then it is not pending any more.
    static func lockFreePhones(of ids: [VerificationID]) -> SQL {
        """
        with phones as materialized (
          select v.id, p.app, p.phone
          from verifications_of(\(ids)) v join phone_state p on p.app = v.app and p.phone = v.phone
        ), free as materialized (
          select k.id from phones k join phone_state p on p.app = k.app and p.phone = k.phone for update of p skip locked
        )
        select k.id from unnest(\(ids)) as k (id)
        where exists (select from free f where f.id = k.id) or not exists (select from phones v where v.id = k.id)
        """
    }

    /// After `planForTheirDays` and the locks.
    static func expire(_ ids: [VerificationID]) -> SQL {
        """
        update verification set status = 'expired', ended_at = clock_timestamp()
        where id = any(\(ids)) and status = 'pending' and expires_at <= clock_timestamp() and checks < max_checks
        """
    }

    /// Takes the looks off the plan; a verification whose code lives longer by now is looked at again later.
    static func planAnew(_ ids: [VerificationID]) -> [SQL] {
        [
            """
            update verification_watch w set due_at = v.expires_at
            from verification v
            where w.verification_id = v.id and v.id = any(\(ids)) and v.status = 'pending'
              and v.expires_at > clock_timestamp()
            """,
            """
            delete from verification_watch
            where verification_id = any(\(ids)) and due_at <= clock_timestamp()
            """,
        ]
    }
}
