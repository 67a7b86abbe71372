import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { heldAccountsSql, ownRecordsSql } from '#db/tables/core/client-rows.ts'
import type { DB } from '#db/types.ts'
import { genericRfcs } from '#rules/identity-documents.ts'
import type { Actor } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { enqueueJob } from '#server/core/jobs.ts'
import { erasedFilesJob } from './drop-erased-files.ts'
import { erasedRowsSql, erasedTables } from './erased-tables.ts'
import { findErasurePlan } from './erasure-plan.ts'

type ErasureContext = { approvalId: string | null; now: number }
type ErasureSubject = { clientIds: string[]; accountIds: string[]; texts: string[] }

/** The erasure as it was proposed, with the client's accounts and record locked, in this order as by all who move money. */
const lockDueErasure = async (
  tx: Kysely<DB>,
  { businessDate }: Actor,
  erasureId: string,
  { approvalId, now }: ErasureContext,
) => {
  const erasure = await tx
    .selectFrom('clientErasure')
    .select(['id', 'clientId', 'state', 'approvalId'])
    .where('id', '=', erasureId)
    .forUpdate()
    .executeTakeFirst()
  if (erasure?.state !== 'asked' || erasure.approvalId !== approvalId) throw buildRefusal('approval.changedSince')
  const { clientId } = erasure
  await sql`select from account a where a.id in ${heldAccountsSql(clientId)} order by a.id for no key update`.execute(
    tx,
  )
  await sql`select from client c where c.id in ${ownRecordsSql(clientId)} order by c.id for update`.execute(tx)
  const plan = await findErasurePlan(tx, clientId, { today: businessDate, now, exceptApprovalId: approvalId })
  if (plan.obstacles.length > 0 || plan.dueOn > businessDate) throw buildRefusal('approval.changedSince')
  return clientId
}

/** A surname names the person only where nobody else bears it: a saved look for all of a common one is not about them. */
const rareSurnameSql = sql`case when not exists (
    select from client o where lower(o.surname) = lower(c.surname) and o.erased_at is null and o.id <> c.id and o.merged_into_id is null)
  then c.surname end`

/**
 * Whose rows they are, and what the person is called and reached by, now and before: by that alone others' rows may name them. What is shorter than
 * five signs would be found in anything, and a generic number names nobody.
 */
const findErasureSubject = async (tx: Kysely<DB>, clientId: string): Promise<ErasureSubject> => {
  const own = ownRecordsSql(clientId)
  const { rows } = await sql<ErasureSubject>`
    select array(select c.id::text from client c where c.id in ${own}) as "clientIds",
           array(select distinct h.account_id::text from account_holder h where h.account_id in ${heldAccountsSql(clientId)}) as "accountIds",
           array(select distinct t.words from (
             select unnest(array[c.email, c.phone, c.identity_number, nullif(c.surname, '') || ', ' || c.name, c.name || ' ' || nullif(c.surname, ''),
                                 case when c.surname = '' then c.name end, ${rareSurnameSql}])
               from client c where c.id in ${own}
             union all select k.number from client_bank_account k where k.client_id in ${own}
             union all select unnest(array[x.email, x.seen_email, x.identity_number, 
                                           case when jsonb_typeof(x.seen_identity) = 'string' then (x.seen_identity #>> '{}')::jsonb ->> 1 end])
               from client_identity_change x where x.client_id in ${own}
             union all select unnest(array[m.survivor_before ->> 'email', m.survivor_before ->> 'phone', m.survivor_before ->> 'identityNumber',
                                           nullif(m.survivor_before ->> 'surname', '') || ', ' || (m.survivor_before ->> 'name')])
               from client_merge m where m.survivor_id in ${own} and m.state = 'done') t (words)
            where length(t.words) >= 5 and t.words <> all(${[...genericRfcs]}::text[])) as texts`.execute(tx)
  return rows[0]!
}

/** Makes this the transaction in which the database lets words go out of rows that otherwise stay. */
const openErasureTransaction = async (tx: Kysely<DB>, erasureId: string, doerId: string, at: string): Promise<void> => {
  await tx
    .updateTable('clientErasure')
    .set({ state: 'done', doneAt: at, doneBy: doerId, transaction: sql`pg_current_xact_id()` })
    .where('id', '=', erasureId)
    .execute()
}

/** Each table in the order of the rules: files first, the client last. Answers the contents that no row names any more. */
const eraseTables = async (tx: Kysely<DB>, clientId: string, texts: readonly string[]): Promise<string[]> => {
  const { rows: files } = await sql<{ id: string }>`
    select x.id::text as id from stored_file x where ${erasedRowsSql('stored_file', clientId, texts)}`.execute(tx)
  for (const [table, rule] of Object.entries(erasedTables)) {
    if (rule.does === 'nothing' || rule.does === 'owner' || (rule.does === 'delete' && rule.byOwner)) continue
    const condition = erasedRowsSql(table, clientId, texts)
    if (rule.does === 'delete') {
      await sql`delete from ${sql.table(table)} x where ${condition}`.execute(tx)
      continue
    }
    const sets = Object.entries(rule.sets).map(([column, value]) => sql`${sql.ref(column)} = ${sql.raw(value)}`)
    await sql`update ${sql.table(table)} x set ${sql.join(sets)} where ${condition}`.execute(tx)
  }
  return files.map(({ id }) => id)
}

/** The rows of the audit that say no more what was before and after, as one digest: the chain seals it with the event of the erasure. */
const hashErasedEvents = (ids: readonly string[]): string => createHash('sha256').update(ids.join(',')).digest('hex')

const eraseOwnerRows = async (tx: Kysely<DB>, erasureId: string, { clientIds, accountIds, texts }: ErasureSubject) => {
  const given = sql`${erasureId}::bigint, ${clientIds}::bigint[], ${accountIds}::bigint[]`
  const { rows } = await sql<{
    ids: string[]
  }>`select erase_audit_payloads(${given}, ${texts}::text[])::text[] as ids`.execute(tx)
  await sql`select erase_kept_texts(${given})`.execute(tx)
  return rows[0]!.ids
}

/** What people were told of the client, and what they typed and never sent. */
const eraseTraces = async (tx: Kysely<DB>, { clientIds, texts }: ErasureSubject): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select a.id::text as id from approval a where a.subject_client_id = any(${clientIds}::bigint[])`.execute(tx)
  const links = [
    ...clientIds.flatMap((id) => [`/clientes/${id}`, `clients/${id}`, `openings/${id}`, `info-forms/${id}`]),
    ...rows.map(({ id }) => `/crm/Aprobaciones/${id}`),
  ]
  await sql`select registry.erase_own_traces(${links}::text[], ${texts}::text[])`.execute(tx)
}

/**
 * Erases a person, in one transaction: nobody ever sees half of it, and who dies over it leaves everything as it was. Contents of files are dropped by a
 * job once it is committed. Money, totals and the chain of the audit stay.
 * See docs/decisions/0151-erasure-of-clients.md
 */
export const executeErasure = async (
  tx: Kysely<DB>,
  actor: Actor,
  erasureId: string,
  context: ErasureContext,
): Promise<void> => {
  const clientId = await lockDueErasure(tx, actor, erasureId, context)
  const subject = await findErasureSubject(tx, clientId)
  await openErasureTransaction(tx, erasureId, actor.person.userId, new Date(context.now).toISOString())
  await eraseTraces(tx, subject)
  const events = await eraseOwnerRows(tx, erasureId, subject)
  const fileIds = await eraseTables(tx, clientId, subject.texts)
  await sql`select refresh_client_list(${subject.clientIds}::bigint[])`.execute(tx)
  await tx.updateTable('clientErasure').set({ fileIds, transaction: null }).where('id', '=', erasureId).execute()
  await recordAuditEvent(tx, actor, {
    action: 'client.erased',
    entity: 'client',
    entityId: clientId,
    after: { erasure: erasureId, erasedEvents: events.length, erasedEventsHash: hashErasedEvents(events) },
  })
  if (fileIds.length > 0) await enqueueJob(tx, erasedFilesJob, erasureId)
}
