import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Proposed } from '#contract/approvals.ts'
import type { Parsed } from '#contract/core/endpoint.ts'
import type { reverseBooked as booked, reverseJournal as moved } from '#contract/journals.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { propose } from '#server/domain/approvals.ts'
import { findBar } from '#server/domain/journal-detail.ts'
import { assertJournalVisible } from '#server/domain/journal-visible.ts'
import { lockAccounts } from '#server/domain/lock-account.ts'
import { findPosted } from '#server/domain/post-journal.ts'
import { reversalTask } from './reversal-task.ts'

/** What this key has led to: a change that was proposed, or one that needed nobody else. */
const findAsked = async (tx: Kysely<DB>, journalId: string, key: string, reason: string): Promise<Proposed | null> => {
  const asked = await tx
    .selectFrom('approval')
    .where('task', '=', 'reversal')
    .where('entity', '=', 'journal')
    .where(sql<SqlBool>`payload ->> 'key' = ${key}`)
    .select(['id', 'entityId', 'reason'])
    .executeTakeFirst()
  if (asked && (asked.entityId !== journalId || asked.reason !== reason)) throw refuse('idempotency.differentBody')
  if (asked) return { state: 'pending', approvalId: asked.id }
  return (await findPosted(tx, key)) ? { state: 'done', approvalId: null } : null
}

/** What of a journal its second person is told: of one account what it moved there, else all that it moved. */
const findTold = async (tx: Kysely<DB>, journalId: string, accountId: string | null) => {
  const { rows } = await sql<{
    kind: string
    amount: string
    number: string | null
    cvl: string | null
    clientId: string | null
  }>`
    select j.kind, coalesce(-sum(p.amount) filter (where p.account_id = ${accountId}::bigint), sum(p.amount) filter (where p.amount > 0))::numeric(18, 2) as amount,
           a.number, c.cvl, c.id::text as "clientId"
      from journal j
      join posting p on p.journal_id = j.id
      left join account a on a.id = ${accountId}::bigint
      left join client c on c.id = a.client_id
     where j.id = ${journalId} group by j.id, a.id, c.id`.execute(tx)
  return rows[0]!
}

/** Under whom these accounts count: the approval names all of them. */
const findClients = async (tx: Kysely<DB>, accountIds: readonly string[]): Promise<string[]> => {
  if (accountIds.length === 0) return []
  const rows = await tx.selectFrom('account').where('id', 'in', accountIds).select('clientId').orderBy('id').execute()
  return rows.map((row) => row.clientId)
}

type Wanted = { journalId: string; accountId: string | null; clientId: string | null; reason: string; key: string }

const proposeReversal = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { journalId, accountId, clientId, reason, key }: Wanted,
  now: number,
): Promise<Proposed> => {
  // All that it is about, at once: done without a second person, nothing more has to be waited for.
  await sql`select pg_advisory_xact_lock(hashtext('reversal'), hashtext(${journalId}))`.execute(tx)
  const lines = await tx.selectFrom('posting').where('journalId', '=', journalId).select('accountId').execute()
  if (lines.length === 0) throw refuse('notFound')
  const accountIds = [...new Set(lines.flatMap((line) => line.accountId ?? []))]
  await lockAccounts(tx, accountIds)
  const asked = await findAsked(tx, journalId, key, reason)
  if (asked) return asked
  const bar = await findBar(tx, journalId)
  if (bar) throw refuse(bar)
  const { kind, amount, number, cvl, ...told } = await findTold(tx, journalId, accountId ?? accountIds[0] ?? null)
  const moved = await findClients(tx, accountIds)
  const change = {
    payload: { journalId, key },
    reason,
    entity: 'journal',
    entityId: journalId,
    params: number ? { who: cvl ?? '', account: number, amount, kind } : { entry: journalId, amount, kind },
    about: { clientId: clientId ?? told.clientId, clientIds: moved },
  }
  return propose(tx, ctx, reversalTask, change, now)
}

/** Asks for a journal to be taken back. Throws what stands against it: the bars of a journal. */
export const reverseJournal = (
  ctx: Ctx,
  { params, body: { reason }, key }: Parsed<typeof moved>,
  { serving }: Raw,
): Promise<Proposed> =>
  ctx.db.transaction().execute(async (tx) => {
    await assertJournalVisible(tx, ctx, params)
    return proposeReversal(tx, ctx, { ...params, reason, key }, serving.clock())
  })

/** The same for whoever keeps the books of the whole firm: whatever the journal has moved. */
export const reverseBooked = (
  ctx: Ctx,
  { params: { journalId }, body: { reason }, key }: Parsed<typeof booked>,
  { serving }: Raw,
): Promise<Proposed> => {
  return ctx.db
    .transaction()
    .execute((tx) =>
      proposeReversal(tx, ctx, { journalId, accountId: null, clientId: null, reason, key }, serving.clock()),
    )
}
