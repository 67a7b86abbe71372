import { type Kysely, sql } from 'kysely'
import type { closeMonth as closing, reopenMonth as reopening } from '#contract/accounting.ts'
import type { Proposed } from '#contract/approvals.ts'
import type { Parsed } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { propose } from '#server/domain/approvals.ts'
import { assertClosable, closeTask, reopenTask } from './close-task.ts'
import { findWaiting } from './months.queries.ts'
import { findClosedThrough, monthOf } from './period.ts'

type Input = Parsed<typeof closing> & Parsed<typeof reopening>

/** One closing or reopening at a time: the end of the books has one place. */
const refuseWaiting = async (tx: Kysely<DB>): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('month_close'), hashtext(current_schema()))`.execute(tx)
  if (await findWaiting(tx)) throw refuse('ledger.closeWaits')
}

export const closeMonth = (
  ctx: Ctx,
  { params: { month }, body: { reason } }: Input,
  { serving }: Raw,
): Promise<Proposed> => {
  return ctx.db.transaction().execute(async (tx) => {
    await refuseWaiting(tx)
    await assertClosable(tx, { month, today: ctx.businessDate, closedThrough: await findClosedThrough(tx) })
    const change = { payload: { month, reason }, reason, entity: 'ledger', params: { month } }
    return propose(tx, ctx, closeTask, change, serving.clock())
  })
}

/** Always waits for a second person: what was told outside by a closed month's figures may change. */
export const reopenMonth = (
  ctx: Ctx,
  { params: { month }, body: { reason } }: Input,
  { serving }: Raw,
): Promise<Proposed> => {
  return ctx.db.transaction().execute(async (tx) => {
    await refuseWaiting(tx)
    const closedThrough = await findClosedThrough(tx)
    if (closedThrough === null || monthOf(closedThrough) !== month) throw refuse('ledger.notLast')
    const change = { payload: { month, reason }, reason, entity: 'ledger', params: { month } }
    return propose(tx, ctx, reopenTask, { ...change, always: true }, serving.clock())
  })
}
