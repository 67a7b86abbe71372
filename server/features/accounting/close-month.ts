import { type Kysely, sql } from 'kysely'
import type { closeMonth, reopenMonth } from '#contract/accounting.ts'
import type { ProposalResult } from '#contract/approvals.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { findClosedThrough, toMonthStart } from './accounting-period.ts'
import { assertMonthClosable, monthCloseTask, monthReopenTask } from './month-close-task.ts'
import { findPendingMonthChange } from './months.queries.ts'

type MonthInput = ParsedRequest<typeof closeMonth> & ParsedRequest<typeof reopenMonth>

/** One closing or reopening at a time: the end of the books has one place. */
const assertNoPendingClose = async (tx: Kysely<DB>): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('month_close'), hashtext(current_schema()))`.execute(tx)
  if (await findPendingMonthChange(tx)) throw buildRefusal('ledger.closeWaits')
}

export const proposeMonthClose = (
  ctx: Ctx,
  { params: { month }, body: { reason } }: MonthInput,
  { deps }: HttpContext,
): Promise<ProposalResult> => {
  return ctx.db.transaction().execute(async (tx) => {
    await assertNoPendingClose(tx)
    await assertMonthClosable(tx, { month, today: ctx.businessDate, closedThrough: await findClosedThrough(tx) })
    const change = { payload: { month, reason }, reason, entity: 'ledger', params: { month } }
    return proposeForApproval(tx, ctx, monthCloseTask, change, deps.clock())
  })
}

/** Always waits for a second person: what was told outside by a closed month's figures may change. */
export const proposeMonthReopening = (
  ctx: Ctx,
  { params: { month }, body: { reason } }: MonthInput,
  { deps }: HttpContext,
): Promise<ProposalResult> => {
  return ctx.db.transaction().execute(async (tx) => {
    await assertNoPendingClose(tx)
    const closedThrough = await findClosedThrough(tx)
    if (closedThrough === null || toMonthStart(closedThrough) !== month) throw buildRefusal('ledger.notLast')
    const change = { payload: { month, reason }, reason, entity: 'ledger', params: { month } }
    return proposeForApproval(tx, ctx, monthReopenTask, { ...change, always: true }, deps.clock())
  })
}
