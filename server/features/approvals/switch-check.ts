import { type Kysely, sql } from 'kysely'
import { type switchCheck as contract, type getChecks, taskNames } from '#contract/approvals.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { findTasksOff, switchTasksOff } from '#server/domain/approvals.ts'
import { confirmSecondFactor } from '#server/domain/confirm.ts'

export const findChecks = async ({ db }: { db: Kysely<DB> }): Promise<Answer<typeof getChecks>> => {
  const off = await findTasksOff(db)
  return { checks: taskNames.map((task) => ({ task, checked: !off.includes(task) })) }
}

/**
 * Has a task checked by a second person from now on, or not. Doing without is as good as a permission, so it takes the right to change
 * those, a second factor (where the decision takes one, in any case), and the other administrators are told. What waits goes on waiting.
 */
export const switchCheck = async (ctx: Ctx, { params: { task }, body }: Parsed<typeof contract>, raw: Raw) => {
  const { person } = ctx
  if (!person.ownRights.may('bt_ModulosPermisos', 'edit')) throw refuse('permission.missing')
  if (person.actingCvl !== null) throw refuse('cvl.readOnly')
  const isSo = async (db: Kysely<DB>): Promise<boolean> => !(await findTasksOff(db)).includes(task) === body.checked
  if (await isSo(ctx.db)) throw refuse('conflict.changed')
  const { secondFactor } = raw.serving.tasks.find(({ name }) => name === task)!
  // One person alone could move money or give rights from then on: that it is them has to be sure.
  await confirmSecondFactor(ctx, raw, body.code, secondFactor && !body.checked)
  return ctx.db.transaction().execute(async (tx) => {
    // Of two at once the second sees what the first has left.
    await sql`select registry.lock_own_people()`.execute(tx)
    if (await isSo(tx)) throw refuse('conflict.changed')
    const off = await findTasksOff(tx)
    await switchTasksOff(tx, body.checked ? off.filter((one) => one !== task) : [...off, task])
    const [before, after] = [{ checked: !body.checked }, { checked: body.checked }]
    await audit(tx, ctx, {
      action: 'approval.taskSwitched',
      entity: 'settings',
      before: { task, ...before },
      after: { task, ...after },
    })
    const words = JSON.stringify({ task, checked: String(body.checked), by: person.fullName })
    await sql`select registry.notify_user(p.user_id, 'approval.taskSwitched', ${words}::jsonb, '/crm/Ajustes')
      from registry.own_people() p where p.role = 'admin' and p.user_id <> ${person.userId} and p.ended_at is null`.execute(
      tx,
    )
    return findChecks({ db: tx })
  })
}
