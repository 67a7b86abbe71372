import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { notifyResponsibleUsers } from '#server/domain/notify-responsible-users.ts'
import { findErasurePlan } from './erasure-plan.ts'

/** The days of what is scheduled follow the rule in force, and money that came late. */
const moveDueDays = async (tx: Kysely<DB>, today: string, now: number): Promise<void> => {
  const scheduled = await tx
    .selectFrom('clientErasure')
    .select(['id', 'clientId', 'dueOn', 'endedOn'])
    .where('state', 'in', ['scheduled', 'due'])
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id, clientId, dueOn, endedOn } of scheduled) {
    const plan = await findErasurePlan(tx, clientId, { today, now, exceptApprovalId: null })
    // Who never had a contract is due since the day they asked.
    if (plan.endedOn === null || (plan.dueOn === dueOn && plan.endedOn === endedOn)) continue
    const { dueOn: newDay, endedOn: newEnd } = plan
    const state = newDay <= today ? 'due' : 'scheduled'
    await tx
      .updateTable('clientErasure')
      .set({ dueOn: newDay, endedOn: newEnd, ...(state === 'scheduled' && { state, notifiedAt: null }) })
      .where('id', '=', id)
      .execute()
  }
}

/** Marks what may be erased from today on, and tells those who answer for the firm, once. It erases nobody. */
export const markDueErasures = (db: Kysely<DB>, today: string, now: number): Promise<number> =>
  db.transaction().execute(async (tx) => {
    await moveDueDays(tx, today, now)
    const { rows } = await sql<{ id: string }>`
      update client_erasure set state = 'due', notified_at = ${new Date(now).toISOString()}::timestamptz
       where due_on <= ${today}::date and (state = 'scheduled' or state = 'due' and notified_at is null)
      returning id`.execute(tx)
    if (rows.length > 0)
      await notifyResponsibleUsers(tx, {
        kind: 'clientErasures.due',
        params: { count: String(rows.length) },
        link: '/crm/Supresiones?state=due',
      })
    return rows.length
  })
