import { type Kysely, type SqlBool, sql } from 'kysely'
import type { assignReceipt as contract } from '#contract/bank.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { propose } from '#server/domain/approvals.ts'
import { findAssignment } from '#server/domain/assignment.ts'
import { bonusOf, isBonusGuarded } from '#server/domain/contribution-rules.ts'
import { type LockedAccount, lockedAccounts } from '#server/domain/lock-account.ts'
import { findPosted } from '#server/domain/post-journal.ts'
import { assertNotOwnClients } from '#server/domain/too-near.ts'
import {
  type Assigned,
  type AssigningObstacle,
  bookReceipt,
  findAssigningObstacles,
  judgeReceipt,
  receiptTask,
} from './receipt-task.ts'
import { lockReceipt } from './send-back.ts'

type Input = Parsed<typeof contract>
type Result = Answer<typeof contract>

/** What this key has done, whatever has become of it since; refused where it was used for something else. */
const findDone = async (tx: Kysely<DB>, { params, body, key }: Input): Promise<string | undefined> => {
  const posted = await findPosted(tx, key)
  if (!posted) return undefined
  const { rows } = await sql`
    select from bank_entry e join posting p on p.journal_id = ${posted.id}
     where e.id = ${params.entryId} and e.assigned_key = ${key} and p.account_id = ${body.accountId}`.execute(tx)
  if (rows.length === 0) throw refuse('idempotency.differentBody')
  return posted.id
}

/** The change that waits for this receipt: answered to the key that made it, and in the way of any other. */
const findPending = async (tx: Kysely<DB>, assigned: Assigned, now: number): Promise<Result | null> => {
  const asked = await tx
    .selectFrom('approval')
    .where('task', '=', receiptTask.name)
    .where('entity', '=', 'receipt')
    .where('entityId', '=', assigned.entryId)
    .where('state', '=', 'pending')
    .where('expiresAt', '>', new Date(now).toISOString())
    .select(['id', sql<SqlBool>`payload ->> 'key' = ${assigned.key}`.as('isSameKey')])
    .select(sql<SqlBool>`payload ->> 'accountId' = ${assigned.accountId}`.as('isSameAccount'))
    .executeTakeFirst()
  if (!asked) return null
  if (!asked.isSameKey) throw refuse('receipt.notWaiting')
  if (!asked.isSameAccount) throw refuse('idempotency.differentBody')
  return { state: 'pending', approvalId: asked.id, journalId: null }
}

type Asked = {
  account: LockedAccount
  coming: { amount: string; valueDate: string }
  assigned: Assigned
  because: AssigningObstacle[]
  now: number
}

const proposeAssignment = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { account, coming, assigned, because, now }: Asked,
): Promise<Result> => {
  const { managerId, cvl } = await findAssignment(tx, account.clientId)
  const proposed = await propose(
    tx,
    ctx,
    receiptTask,
    {
      payload: assigned,
      reason: account.number,
      entity: 'receipt',
      entityId: assigned.entryId,
      params: { who: cvl, account: account.number, amount: coming.amount },
      after: { ...coming, because, ...bonusOf(account) },
      about: { clientId: account.clientId },
      liesWith: managerId,
      guarded: await isBonusGuarded(tx, account, { amount: coming.amount, businessDate: ctx.businessDate }),
    },
    now,
  )
  // Where the firm wants no second person for it, it is in the books already.
  const posted = proposed.state === 'done' ? await findPosted(tx, assigned.key) : undefined
  return { ...proposed, journalId: posted?.id ?? null }
}

/**
 * Says whose money a receipt is. At once, or once a second person agrees where it is above the caller's limit, more than an opening needs,
 * proposed for another account, dated far back, of another payer, or of a file that the caller brought or let in.
 * Of two at once one is told `receipt.notWaiting`. Throws what the account can't take.
 */
export const assignReceipt = (ctx: Ctx, input: Input, { serving }: Raw): Promise<Result> =>
  ctx.db.transaction().execute(async (tx) => {
    const { params, body, key } = input
    const now = serving.clock()
    // The account first, then the line: whoever takes a contribution back comes in the same order.
    const [account] = await lockedAccounts(tx, [body.accountId])
    if (account) await assertNotOwnClients(tx, ctx, [account.clientId])
    const receipt = await lockReceipt(tx, params.entryId)
    const done = await findDone(tx, input)
    if (done) return { state: 'done', approvalId: null, journalId: done }
    if (!account || account.status === 'draft') throw refuse('request.invalid', { fields: { accountId: 'unknown' } })
    if (receipt.state !== 'waiting') throw refuse('receipt.notWaiting')
    const assigned = { entryId: receipt.id, accountId: account.id, key }
    const pending = await findPending(tx, assigned, now)
    if (pending) return pending
    const coming = await judgeReceipt(tx, account, receipt, ctx.businessDate)
    const because = await findAssigningObstacles(tx, ctx, { account, receipt, coming, key })
    if (because.length > 0) return proposeAssignment(tx, ctx, { account, coming, assigned, because, now })
    const journalId = await bookReceipt(tx, ctx, { account, receipt, key })
    return { state: 'done', approvalId: null, journalId }
  })
