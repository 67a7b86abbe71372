import { type Kysely, sql } from 'kysely'
import { type CheckName, type switchCheck as contract, type getChecks, switchableChecks } from '#contract/approvals.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { findTasksOff, isFactorNeeded, propose } from '#server/domain/approvals.ts'
import { confirmSecondFactor } from '#server/domain/confirm.ts'
import { checkTask, isChecked, lockChecks, setCheck } from './check-task.ts'
import { refuseInView } from './refuse-in-view.ts'

/** The changes that wait to do without a check. */
const findWaiting = async (db: Kysely<DB>, now: number): Promise<Map<string, string>> => {
  const rows = await db
    .selectFrom('approval')
    .select(['id', sql<string>`payload ->> 'check'`.as('check')])
    .where('task', '=', checkTask.name)
    .where('state', '=', 'pending')
    .where('expiresAt', '>', new Date(now).toISOString())
    .execute()
  return new Map(rows.map(({ id, check }) => [check, id]))
}

export const findChecks = async (
  { db }: { db: Kysely<DB> },
  { serving }: Pick<Raw, 'serving'>,
): Promise<Answer<typeof getChecks>> => {
  const [off, needed, waiting] = await Promise.all([
    findTasksOff(db),
    isFactorNeeded(db),
    findWaiting(db, serving.clock()),
  ])
  const checks = switchableChecks.map((check) => ({
    check,
    checked: check === 'secondFactor' ? needed : !off.includes(check),
    approvalId: waiting.get(check) ?? null,
  }))
  return { checks }
}

/** Whether the switch waits for a second person: any that goes off, and the second factor of approvers both ways, since few may have one. */
const waitsFor = (check: CheckName, checked: boolean): boolean => !checked || check === 'secondFactor'

/** What can be said before anything is written: `conflict.changed` where it is so already, or waits to be. */
const refuseSame = async (db: Kysely<DB>, check: CheckName, checked: boolean, now: number): Promise<void> => {
  if ((await isChecked(db, check)) === checked) throw refuse('conflict.changed')
  if (waitsFor(check, checked) && (await findWaiting(db, now)).has(check)) throw refuse('conflict.changed')
}

/**
 * Has a change checked by a second person from now on, or asks to do without one. Doing without is as good as a permission, so both take the
 * right to change those; switching off, and asking approvers for a second factor, wait for whoever decides on that. What waits goes on waiting.
 */
export const switchCheck = async (ctx: Ctx, { params: { check }, body }: Parsed<typeof contract>, raw: Raw) => {
  if (!ctx.person.ownRights.may('bt_ModulosPermisos', 'edit')) throw refuse('permission.missing')
  refuseInView(ctx)
  const { checked, reason } = body
  const now = raw.serving.clock()
  await refuseSame(ctx.db, check, checked, now)
  if (waitsFor(check, checked) && reason === undefined)
    throw refuse('request.invalid', { fields: { reason: 'required' } })
  // That it is them has to be sure before others are asked to rely on it.
  await confirmSecondFactor(ctx, raw, body.code, { required: false, settled: false })
  return ctx.db.transaction().execute(async (tx) => {
    await lockChecks(tx)
    await refuseSame(tx, check, checked, now)
    if (!waitsFor(check, checked)) await setCheck(tx, ctx, check, true)
    else
      await propose(
        tx,
        ctx,
        checkTask,
        {
          payload: { check, checked },
          reason: reason!,
          entity: 'settings',
          params: { check, checked: String(checked) },
          before: { checked: !checked },
          after: { checked },
          always: true,
        },
        now,
      )
    return findChecks({ db: tx }, raw)
  })
}
