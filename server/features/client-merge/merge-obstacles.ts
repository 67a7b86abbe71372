import { type Kysely, sql } from 'kysely'
import { mergeObstacles } from '#contract/client-merge.ts'
import type { DB } from '#db/types.ts'
import { hasTwoCouplesSql } from '#server/domain/couples.ts'
import type { MergePair } from './lock-merge.ts'

type MergeObstacle = (typeof mergeObstacles)[number]

/** `exceptId`: the approval that is being decided. */
type Decision = { now: number; exceptId: string | null }

/** Changes that wait for a second person about one of these clients or an account of theirs, and handovers that are under way. */
const pendingChangesSql = (clientIds: readonly string[], { now, exceptId }: Decision) => {
  const ids = sql`any(${[...clientIds]}::bigint[])`
  return sql<boolean>`(exists (
    select from approval a
     where a.state = 'pending' and a.expires_at > ${new Date(now).toISOString()}::timestamptz and a.id is distinct from ${exceptId}::bigint
       and (a.subject_client_id = ${ids} or a.entity = 'client' and a.entity_id = ${ids}
            or string_to_array(a.params ->> 'alsoClients', ', ') && array(select o.cvl from client o where o.id = ${ids})
            or a.entity = 'account' and a.entity_id in (select h.account_id from account_holder h where h.client_id = ${ids})))
    or exists (select from handover_client h join handover o on o.id = h.handover_id
                where h.client_id = ${ids} and o.state in ('proposed', 'accepted'))
    or exists (select from client c where c.id = ${ids} and c.restricted_at is not null))`
}

/** Whether a change about one of these clients waits, beside the one that is being decided. */
export const hasPendingChanges = async (
  tx: Kysely<DB>,
  clientIds: readonly string[],
  decision: Decision,
): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`select ${pendingChangesSql(clientIds, decision)} as found`.execute(tx)
  return rows[0]!.found
}

/** What stands in the way of a merge of these records, beside the approval of the merge itself. */
export const findMergeObstacles = async (
  tx: Kysely<DB>,
  { survivorId, absorbedId }: MergePair,
  decision: Decision,
): Promise<MergeObstacle[]> => {
  const { rows } = await sql<Record<MergeObstacle, boolean>>`
    select (select count(distinct c.kind) > 1 from client c where c.id in (${survivorId}, ${absorbedId})) as different_kinds,
           ${pendingChangesSql([survivorId, absorbedId], decision)} as pending_changes,
           exists (select from payment_order o where o.client_id = ${absorbedId} and o.state in ('requested', 'approved', 'in_batch', 'sent')) as open_payments,
           ${hasTwoCouplesSql([survivorId, absorbedId])} as coupled`.execute(tx)
  return mergeObstacles.filter((obstacle) => rows[0]![obstacle])
}

/** Accounts that both records are on. */
export const sharedAccountsSql = ({ survivorId, absorbedId }: MergePair) => sql`
  select h.account_id from account_holder h join account_holder o on o.account_id = h.account_id
   where h.client_id = ${survivorId} and o.client_id = ${absorbedId}`

/** Accounts that both of a pair hold: one share is left of two. */
export const countSharedAccounts = async (db: Kysely<DB>, pair: MergePair): Promise<number> => {
  const { rows } = await sql<{ accounts: number }>`
    select count(*)::int as accounts from (${sharedAccountsSql(pair)}) shared`.execute(db)
  return rows[0]!.accounts
}
