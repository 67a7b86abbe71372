import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Proposed } from '#contract/approvals.ts'
import type { Parsed } from '#contract/core/endpoint.ts'
import type { reverseJournal as contract } from '#contract/journals.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { propose } from '#server/domain/approvals.ts'
import { findBar } from '#server/domain/journal-detail.ts'
import { lockAccounts } from '#server/domain/lock-account.ts'
import { findPosted } from '#server/domain/post-journal.ts'
import { assertJournalVisible } from './journal.queries.ts'
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

/** Asks for a journal to be taken back. Throws what stands against it: `ledger.reversed`, `ledger.isReversal`, `ledger.ofPayment`, `ledger.reversalWaits`, `account.notActive`. */
export const reverseJournal = (
  ctx: Ctx,
  { params, body: { reason }, key }: Parsed<typeof contract>,
  { serving }: Raw,
): Promise<Proposed> =>
  ctx.db.transaction().execute(async (tx) => {
    await assertJournalVisible(tx, ctx, params)
    const { journalId, accountId, clientId } = params
    // All that it is about, at once: done without a second person, nothing more has to be waited for.
    const moved = await tx.selectFrom('posting').where('journalId', '=', journalId).select('accountId').execute()
    await lockAccounts(
      tx,
      moved.flatMap((line) => line.accountId ?? []),
    )
    const asked = await findAsked(tx, journalId, key, reason)
    if (asked) return asked
    const bar = await findBar(tx, journalId)
    if (bar) throw refuse(bar)
    const { kind, amount, number, cvl } = await tx
      .selectFrom('posting as p')
      .innerJoin('journal as j', 'j.id', 'p.journalId')
      .innerJoin('account as a', 'a.id', 'p.accountId')
      .innerJoin('client as c', 'c.id', 'a.clientId')
      .where('p.journalId', '=', journalId)
      .where('p.accountId', '=', accountId)
      .groupBy(['j.kind', 'a.number', 'c.cvl'])
      .select(['j.kind', 'a.number', 'c.cvl', sql<string>`(-sum(p.amount))::numeric(18, 2)`.as('amount')])
      .executeTakeFirstOrThrow()
    return propose(
      tx,
      ctx,
      reversalTask,
      {
        payload: { journalId, key },
        reason,
        entity: 'journal',
        entityId: journalId,
        params: { who: cvl, account: number, amount, kind },
        about: { clientId },
      },
      serving.clock(),
    )
  })
