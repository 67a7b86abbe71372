import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import { refuse } from '#server/core/errors.ts'
import type { Task } from '#server/core/task.ts'
import { findChecks, isNext, refusalOf } from './close-checks.ts'
import { findBalances, findFigures, noFigures } from './ledger-sums.ts'
import { dayBefore, endOf, findClosedThrough, monthOf } from './period.ts'

type Closing = { month: string; reason: string }

/** Moves the end of what is closed: from then on nobody posts before this transaction is over, and whoever posts later sees it. */
const movePeriod = async (tx: Kysely<DB>, from: string | null, to: string): Promise<void> => {
  await sql`set local lock_timeout = '15s'`.execute(tx)
  const moved = sql<{ moved: boolean }>`select move_period(${from ?? '-infinity'}, ${to}) as moved`
  const { rows } = await moved.execute(tx).catch((error: { code?: string }) => {
    throw error.code === '55P03' ? refuse('ledger.busy') : error
  })
  if (!rows[0]!.moved) throw refuse('approval.changedSince')
}

/** What speaks against closing a month as the books are now, said as a refusal. */
export const assertClosable = async (
  db: Kysely<DB>,
  { month, today, closedThrough }: { month: string; today: string; closedThrough: string | null },
): Promise<void> => {
  if (!isNext(closedThrough, month)) throw refuse('ledger.notNext')
  const bar = refusalOf(await findChecks(db, { month, today, closedThrough }))
  if (bar) throw refuse(bar)
}

/** Closes a month for whoever proposed it; what it is looked at for is looked at again, while nobody can post. */
export const closeTask: Task<'month.close', Closing> = {
  name: 'month.close',
  module: 'bt_Contabilidad',
  secondFactor: true,
  pageOf: () => '/crm/Contabilidad/cierre',
  carryOut: async (tx, doer, { payload: { month, reason }, approvalId, makerId, now }) => {
    const closedThrough = await findClosedThrough(tx)
    if (!isNext(closedThrough, month)) throw refuse('ledger.notNext')
    await movePeriod(tx, closedThrough, endOf(month))
    await assertClosable(tx, { month, today: doer.businessDate, closedThrough })
    const figures = (await findFigures(tx, month, endOf(month))).get(month) ?? noFigures
    const balances = JSON.stringify(Object.fromEntries(await findBalances(tx, endOf(month))))
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
    await audit(tx, doer, {
      ...{ action: 'month.closed', entity: 'ledger' },
      before: { closedThrough },
      after: { closedThrough: endOf(month), ...figures, ...(approvalId && { approval: approvalId }) },
    })
  },
}

/** Opens the last closed month again. What was said of it when it was closed is kept. */
export const reopenTask: Task<'month.reopen', Closing> = {
  name: 'month.reopen',
  module: 'bt_Contabilidad',
  secondFactor: true,
  pageOf: () => '/crm/Contabilidad/cierre',
  carryOut: async (tx, doer, { payload: { month, reason }, approvalId, makerId, now }) => {
    const closedThrough = await findClosedThrough(tx)
    if (closedThrough === null || monthOf(closedThrough) !== month) throw refuse('ledger.notLast')
    await movePeriod(tx, closedThrough, dayBefore(month))
    await tx
      .updateTable('monthClose')
      .set({ reopenedAt: new Date(now).toISOString(), reopenedBy: makerId, reopenReason: reason })
      .where('month', '=', month)
      .where('reopenedAt', 'is', null)
      .execute()
    await audit(tx, doer, {
      ...{ action: 'month.reopened', entity: 'ledger' },
      before: { closedThrough },
      after: { closedThrough: dayBefore(month), reason, ...(approvalId && { approval: approvalId }) },
    })
  },
}
