import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { getMonthEnd } from '#rules/calendar.ts'
import type { ApprovalTask } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { findClosedThrough, getDayBefore, toMonthStart } from './accounting-period.ts'
import { emptyMonthlyFigures, findLedgerBalances, findMonthlyLedgerFigures } from './ledger-sums.ts'
import { findCloseChecks, getCloseRefusal, isNextMonthToClose } from './month-close-checks.ts'

type MonthClosePayload = { month: string; reason: string }

/** Moves the end of what is closed: from then on nobody posts before this transaction is over, and whoever posts later sees it. */
const moveClosedPeriod = async (tx: Kysely<DB>, from: string | null, to: string): Promise<void> => {
  await sql`set local lock_timeout = '15s'`.execute(tx)
  const moved = sql<{ moved: boolean }>`select move_period(${from ?? '-infinity'}, ${to}) as moved`
  const { rows } = await moved.execute(tx).catch((error: { code?: string }) => {
    throw error.code === '55P03' ? buildRefusal('ledger.busy') : error
  })
  if (!rows[0]!.moved) throw buildRefusal('approval.changedSince')
}

/** What speaks against closing a month as the books are now, said as a refusal. */
export const assertMonthClosable = async (
  db: Kysely<DB>,
  { month, today, closedThrough }: { month: string; today: string; closedThrough: string | null },
): Promise<void> => {
  if (!isNextMonthToClose(closedThrough, month)) throw buildRefusal('ledger.notNext')
  const refusal = getCloseRefusal(await findCloseChecks(db, { month, today, closedThrough }))
  if (refusal) throw buildRefusal(refusal)
}

/** Closes a month for whoever proposed it; what it is looked at for is looked at again, while nobody can post. */
export const monthCloseTask: ApprovalTask<'month.close', MonthClosePayload> = {
  name: 'month.close',
  module: 'bt_Contabilidad',
  secondFactor: true,
  getRecordPath: () => '/crm/Contabilidad/cierre',
  carryOut: async (tx, actor, { payload: { month, reason }, approvalId, makerId, now }) => {
    const closedThrough = await findClosedThrough(tx)
    if (!isNextMonthToClose(closedThrough, month)) throw buildRefusal('ledger.notNext')
    await moveClosedPeriod(tx, closedThrough, getMonthEnd(month))
    await assertMonthClosable(tx, { month, today: actor.businessDate, closedThrough })
    const figures = (await findMonthlyLedgerFigures(tx, month, getMonthEnd(month))).get(month) ?? emptyMonthlyFigures
    const balances = JSON.stringify(Object.fromEntries(await findLedgerBalances(tx, getMonthEnd(month))))
    await tx
      .insertInto('monthClose')
      .values({
        month,
        reason,
        approvalId,
        closedBy: makerId,
        closedAt: new Date(now).toISOString(),
        balances,
        ...figures,
      })
      .execute()
    await recordAuditEvent(tx, actor, {
      action: 'month.closed',
      entity: 'ledger',
      before: { closedThrough },
      after: { closedThrough: getMonthEnd(month), ...figures, ...(approvalId && { approval: approvalId }) },
    })
  },
}

/** Opens the last closed month again. What was said of it when it was closed is kept. */
export const monthReopenTask: ApprovalTask<'month.reopen', MonthClosePayload> = {
  name: 'month.reopen',
  module: 'bt_Contabilidad',
  secondFactor: true,
  getRecordPath: () => '/crm/Contabilidad/cierre',
  carryOut: async (tx, actor, { payload: { month, reason }, approvalId, makerId, now }) => {
    const closedThrough = await findClosedThrough(tx)
    if (closedThrough === null || toMonthStart(closedThrough) !== month) throw buildRefusal('ledger.notLast')
    await moveClosedPeriod(tx, closedThrough, getDayBefore(month))
    await tx
      .updateTable('monthClose')
      .set({ reopenedAt: new Date(now).toISOString(), reopenedBy: makerId, reopenReason: reason })
      .where('month', '=', month)
      .where('reopenedAt', 'is', null)
      .execute()
    await recordAuditEvent(tx, actor, {
      action: 'month.reopened',
      entity: 'ledger',
      before: { closedThrough },
      after: { closedThrough: getDayBefore(month), reason, ...(approvalId && { approval: approvalId }) },
    })
  },
}
