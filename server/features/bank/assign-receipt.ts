import { type Kysely, type SqlBool, sql } from 'kysely'
import type * as contract from '#contract/bank.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { findClientAssignment } from '#server/domain/client-assignment.ts'
import { assertNoRelatedClients } from '#server/domain/conflict-of-interest.ts'
import { isBonusApprovalGuarded, toBonusParam } from '#server/domain/contribution-rules.ts'
import { type LockedAccount, lockAndReadAccounts } from '#server/domain/lock-account.ts'
import { findByIdempotencyKey } from '#server/domain/post-journal.ts'
import { lockReceipt } from './receipt-returns.ts'
import {
  type AssignmentObstacle,
  bookReceipt,
  findAssignmentObstacles,
  type ReceiptAssignment,
  receiptTask,
  validateReceipt,
} from './receipt-task.ts'

type AssignReceiptInput = ParsedRequest<typeof contract.assignReceipt>
type AssignReceiptResult = ResponseBody<typeof contract.assignReceipt>

/** What this key has done, whatever has become of it since; refused where it was used for something else. */
const findPostedAssignment = async (
  tx: Kysely<DB>,
  { params, body, key }: AssignReceiptInput,
): Promise<string | undefined> => {
  const posted = await findByIdempotencyKey(tx, key)
  if (!posted) return undefined
  const { rows } = await sql`
    select from bank_entry e join posting p on p.journal_id = ${posted.id}
     where e.id = ${params.entryId} and e.assigned_key = ${key} and p.account_id = ${body.accountId}`.execute(tx)
  if (rows.length === 0) throw buildRefusal('idempotency.differentBody')
  return posted.id
}

/** The change that waits for this receipt: answered to the key that made it, and in the way of any other. */
const findPendingAssignment = async (
  tx: Kysely<DB>,
  assigned: ReceiptAssignment,
  now: number,
): Promise<AssignReceiptResult | null> => {
  const approvalRow = await tx
    .selectFrom('approval')
    .where('task', '=', receiptTask.name)
    .where('entity', '=', 'receipt')
    .where('entityId', '=', assigned.entryId)
    .where('state', '=', 'pending')
    .where('expiresAt', '>', new Date(now).toISOString())
    .select(['id', sql<SqlBool>`payload ->> 'key' = ${assigned.key}`.as('isSameKey')])
    .select(sql<SqlBool>`payload ->> 'accountId' = ${assigned.accountId}`.as('isSameAccount'))
    .executeTakeFirst()
  if (!approvalRow) return null
  if (!approvalRow.isSameKey) throw buildRefusal('receipt.notWaiting')
  if (!approvalRow.isSameAccount) throw buildRefusal('idempotency.differentBody')
  return { state: 'pending', approvalId: approvalRow.id, journalId: null }
}

type AssignmentProposal = {
  account: LockedAccount
  coming: { amount: string; valueDate: string }
  assigned: ReceiptAssignment
  because: AssignmentObstacle[]
  now: number
}

const proposeAssignment = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { account, coming: incoming, assigned, because: obstacles, now }: AssignmentProposal,
): Promise<AssignReceiptResult> => {
  const { managerId, cvl } = await findClientAssignment(tx, account.clientId)
  const proposed = await proposeForApproval(
    tx,
    ctx,
    receiptTask,
    {
      payload: assigned,
      reason: account.number,
      entity: 'receipt',
      entityId: assigned.entryId,
      params: { who: cvl, account: account.number, amount: incoming.amount },
      after: { ...incoming, because: obstacles, ...toBonusParam(account) },
      about: { clientId: account.clientId },
      assigneeId: managerId,
      guarded: await isBonusApprovalGuarded(tx, account, { amount: incoming.amount, businessDate: ctx.businessDate }),
    },
    now,
  )
  // Where the firm wants no second person for it, it is in the books already.
  const posted = proposed.state === 'done' ? await findByIdempotencyKey(tx, assigned.key) : undefined
  return { ...proposed, journalId: posted?.id ?? null }
}

/**
 * Says whose money a receipt is. At once, or once a second person agrees where it is above the caller's limit, more than an opening needs,
 * proposed for another account, dated far back, of another payer, or of a file that the caller brought or let in.
 * Of two at once one is told `receipt.notWaiting`. Throws what the account can't take.
 */
export const assignReceipt = (
  ctx: Ctx,
  input: AssignReceiptInput,
  { deps }: HttpContext,
): Promise<AssignReceiptResult> =>
  ctx.db.transaction().execute(async (tx) => {
    const { params, body, key } = input
    const now = deps.clock()
    // The account first, then the line: whoever takes a contribution back comes in the same order.
    const [account] = await lockAndReadAccounts(tx, [body.accountId])
    if (account) await assertNoRelatedClients(tx, ctx, [account.clientId])
    const receipt = await lockReceipt(tx, params.entryId)
    const done = await findPostedAssignment(tx, input)
    if (done) return { state: 'done', approvalId: null, journalId: done }
    if (!account || account.status === 'draft')
      throw buildRefusal('request.invalid', { fields: { accountId: 'unknown' } })
    if (receipt.state !== 'waiting') throw buildRefusal('receipt.notWaiting')
    const assigned = { entryId: receipt.id, accountId: account.id, key }
    const pending = await findPendingAssignment(tx, assigned, now)
    if (pending) return pending
    const incoming = await validateReceipt(tx, account, receipt, ctx.businessDate)
    const obstacles = await findAssignmentObstacles(tx, ctx, { account, receipt, coming: incoming, key })
    if (obstacles.length > 0)
      return proposeAssignment(tx, ctx, { account, coming: incoming, assigned, because: obstacles, now })
    const journalId = await bookReceipt(tx, ctx, { account, receipt, key })
    return { state: 'done', approvalId: null, journalId }
  })
