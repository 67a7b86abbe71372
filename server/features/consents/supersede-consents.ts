import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { recordAuditEvents } from '#server/core/audit.ts'
import { notifyManagersOfCount } from '#server/domain/notify-managers-of-count.ts'

/** So many signatures at once: each batch is a transaction of its own, so that nobody waits for a whole firm. */
const batchSize = 1000

/** Signatures under a text that was replaced by one which asks for a new signature from `today`, or from an earlier day on. */
const outdatedSql = (today: string) => sql`
  select c.id, c.client_id, c.purpose from consent c
    left join consent_version v on v.id = c.version_id
   where c.state = 'signed' and exists (
     select from consent_version n
      where n.purpose = c.purpose and n.published_at is not null and n.reconsent_from <= ${today}::date and n.version > coalesce(v.version, 0))
   order by c.client_id, c.id limit ${batchSize}`

type Ended = { clientId: string; purpose: string }

const supersedeBatch = (db: Kysely<DB>, today: string, at: string): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<Ended>`
      with outdated as (${outdatedSql(today)}),
           locked as (select id from client where id in (select client_id from outdated) order by id for update)
      update consent c set state = 'superseded', superseded_at = ${at}::timestamptz
        from outdated o join locked l on l.id = o.client_id
       where c.id = o.id and c.state = 'signed'
      returning c.client_id::text as "clientId", c.purpose::text as purpose`.execute(tx)
    if (rows.length === 0) return 0
    const ids = rows.filter(({ purpose }) => purpose === 'information').map(({ clientId }) => clientId)
    const clients = sql`select unnest(${ids}::bigint[]) as client_id`
    await sql`
      update client set lopd_status = coalesce((select o.state::text::lopd_state from consent o
          where o.client_id = client.id and o.purpose = 'information' and o.state in ('sent', 'viewed')), 'superseded')
       where id = any(${ids}::bigint[])`.execute(tx)
    const all = [...new Set(rows.map(({ clientId }) => clientId))]
    await sql`select refresh_client_list(${all}::bigint[])`.execute(tx)
    await recordAuditEvents(
      tx,
      null,
      rows.map(({ clientId, purpose }) => ({
        action: 'consent.superseded',
        entity: 'client',
        entityId: clientId,
        after: { purpose },
      })),
    )
    if (ids.length > 0) await notifyManagersOfCount(tx, clients, { kind: 'consent.superseded', link: '/clientes' })
    return rows.length
  })

/** Ends what no longer counts. A second run finds nothing left. */
export const supersedeConsents = async (
  { db, today, clock }: { db: Kysely<DB>; today: string; clock: () => number },
  signal: AbortSignal,
): Promise<void> => {
  let ended = 1
  while (ended > 0 && !signal.aborted) ended = await supersedeBatch(db, today, new Date(clock()).toISOString())
}
