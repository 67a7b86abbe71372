import { type Kysely, sql } from 'kysely'
import * as contract from '#contract/approvals/checks.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { findDisabledTasks, isSecondFactorRequired, proposeForApproval } from '#server/domain/approvals.ts'
import { assertNotInStaffView } from '#server/domain/assert-not-in-staff-view.ts'
import { confirmSecondFactor } from '#server/domain/identity-confirmation.ts'
import { checkSwitchTask, isCheckActive, lockCheckSettings, setCheckActive } from './check-switch-task.ts'

/** The changes that wait to do without a check. */
const findPendingCheckChanges = async (db: Kysely<DB>, now: number): Promise<Map<string, string>> => {
  const rows = await db
    .selectFrom('approval')
    .select(['id', sql<string>`payload ->> 'check'`.as('check')])
    .where('task', '=', checkSwitchTask.name)
    .where('state', '=', 'pending')
    .where('expiresAt', '>', new Date(now).toISOString())
    .execute()
  return new Map(rows.map(({ id, check }) => [check, id]))
}

export const findApprovalChecks = async (
  { db }: { db: Kysely<DB> },
  { deps }: Pick<HttpContext, 'deps'>,
): Promise<ResponseBody<typeof contract.getApprovalChecks>> => {
  const [off, needed, pendingChanges] = await Promise.all([
    findDisabledTasks(db),
    isSecondFactorRequired(db),
    findPendingCheckChanges(db, deps.clock()),
  ])
  const checks = contract.switchableApprovalChecks.map((check) => ({
    check,
    checked: check === 'secondFactor' ? needed : !off.includes(check),
    approvalId: pendingChanges.get(check) ?? null,
  }))
  return { checks }
}

/** Whether the switch waits for a second person: any that goes off, and the second factor of approvers both ways, since few may have one. */
const needsApprovalToSwitch = (check: contract.ApprovalCheckName, checked: boolean): boolean =>
  !checked || check === 'secondFactor'

/** What can be said before anything is written: `conflict.changed` where it is so already, or waits to be. */
const assertCheckChanges = async (
  db: Kysely<DB>,
  check: contract.ApprovalCheckName,
  checked: boolean,
  now: number,
): Promise<void> => {
  if ((await isCheckActive(db, check)) === checked) throw buildRefusal('conflict.changed')
  if (needsApprovalToSwitch(check, checked) && (await findPendingCheckChanges(db, now)).has(check))
    throw buildRefusal('conflict.changed')
}

/**
 * Has a change checked by a second person from now on, or asks to do without one. Doing without is as good as a permission, so both take the
 * right to change those; switching off, and asking approvers for a second factor, wait for whoever decides on that. What waits goes on waiting.
 */
export const switchApprovalCheck = async (
  ctx: Ctx,
  { params: { check }, body }: ParsedRequest<typeof contract.switchApprovalCheck>,
  raw: HttpContext,
) => {
  if (!ctx.person.ownRights.may('bt_ModulosPermisos', 'edit')) throw buildRefusal('permission.missing')
  assertNotInStaffView(ctx)
  const { checked, reason } = body
  const now = raw.deps.clock()
  await assertCheckChanges(ctx.db, check, checked, now)
  if (needsApprovalToSwitch(check, checked) && reason === undefined)
    throw buildRefusal('request.invalid', { fields: { reason: 'required' } })
  // That it is them has to be sure before others are asked to rely on it.
  await confirmSecondFactor(ctx, raw, body.code, { required: false, settled: false })
  return ctx.db.transaction().execute(async (tx) => {
    await lockCheckSettings(tx)
    await assertCheckChanges(tx, check, checked, now)
    if (!needsApprovalToSwitch(check, checked)) await setCheckActive(tx, ctx, check, true)
    else
      await proposeForApproval(
        tx,
        ctx,
        checkSwitchTask,
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
    return findApprovalChecks({ db: tx }, raw)
  })
}
