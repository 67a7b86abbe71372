import { type Kysely, type SqlBool, sql } from 'kysely'
import type { ProposalResult } from '#contract/approvals.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/journals.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { findReversalObstacle } from '#server/domain/journal-detail.ts'
import { assertJournalVisible } from '#server/domain/journal-visible.ts'
import { lockAccounts } from '#server/domain/lock-account.ts'
import { findByIdempotencyKey } from '#server/domain/post-journal.ts'
import { reversalTask } from './reversal-task.ts'

/** What this key has led to: a change that was proposed, or one that needed nobody else. */
const findReversalByKey = async (
  tx: Kysely<DB>,
  journalId: string,
  key: string,
  reason: string,
): Promise<ProposalResult | null> => {
  const existing = await tx
    .selectFrom('approval')
    .where('task', '=', 'reversal')
    .where('entity', '=', 'journal')
    .where(sql<SqlBool>`payload ->> 'key' = ${key}`)
    .select(['id', 'entityId', 'reason'])
    .executeTakeFirst()
  if (existing && (existing.entityId !== journalId || existing.reason !== reason))
    throw buildRefusal('idempotency.differentBody')
  if (existing) return { state: 'pending', approvalId: existing.id }
  return (await findByIdempotencyKey(tx, key)) ? { state: 'done', approvalId: null } : null
}

/** What of a journal its second person is told: of one account what it moved there, else all that it moved. */
const findJournalFacts = async (tx: Kysely<DB>, journalId: string, accountId: string | null) => {
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
const findClientIds = async (tx: Kysely<DB>, accountIds: readonly string[]): Promise<string[]> => {
  if (accountIds.length === 0) return []
  const rows = await tx.selectFrom('account').where('id', 'in', accountIds).select('clientId').orderBy('id').execute()
  return rows.map((row) => row.clientId)
}

type ReversalInput = {
  journalId: string
  accountId: string | null
  clientId: string | null
  reason: string
  key: string
}

const proposeReversal = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { journalId, accountId, clientId, reason, key }: ReversalInput,
  now: number,
): Promise<ProposalResult> => {
  // All that it is about, at once: done without a second person, nothing more has to be waited for.
  await sql`select pg_advisory_xact_lock(hashtext('reversal'), hashtext(${journalId}))`.execute(tx)
  const lines = await tx.selectFrom('posting').where('journalId', '=', journalId).select('accountId').execute()
  if (lines.length === 0) throw buildRefusal('notFound')
  const accountIds = [...new Set(lines.flatMap((line) => line.accountId ?? []))]
  await lockAccounts(tx, accountIds)
  const existing = await findReversalByKey(tx, journalId, key, reason)
  if (existing) return existing
  const bar = await findReversalObstacle(tx, journalId)
  if (bar) throw buildRefusal(bar)
  const { kind, amount, number, cvl, ...facts } = await findJournalFacts(
    tx,
    journalId,
    accountId ?? accountIds[0] ?? null,
  )
  const moved = await findClientIds(tx, accountIds)
  const change = {
    payload: { journalId, key },
    reason,
    entity: 'journal',
    entityId: journalId,
    params: number ? { who: cvl ?? '', account: number, amount, kind } : { entry: journalId, amount, kind },
    about: { clientId: clientId ?? facts.clientId, clientIds: moved },
  }
  return proposeForApproval(tx, ctx, reversalTask, change, now)
}

/** Asks for a journal to be taken back. Throws what stands against it: the bars of a journal. */
export const reverseJournal = (
  ctx: Ctx,
  { params, body: { reason }, key }: ParsedRequest<typeof contract.reverseJournal>,
  { deps }: HttpContext,
): Promise<ProposalResult> =>
  ctx.db.transaction().execute(async (tx) => {
    await assertJournalVisible(tx, ctx, params)
    return proposeReversal(tx, ctx, { ...params, reason, key }, deps.clock())
  })

/** The same for whoever keeps the books of the whole firm: whatever the journal has moved. */
export const reverseAnyJournal = (
  ctx: Ctx,
  { params: { journalId }, body: { reason }, key }: ParsedRequest<typeof contract.reverseAccountingJournal>,
  { deps }: HttpContext,
): Promise<ProposalResult> => {
  return ctx.db
    .transaction()
    .execute((tx) =>
      proposeReversal(tx, ctx, { journalId, accountId: null, clientId: null, reason, key }, deps.clock()),
    )
}
