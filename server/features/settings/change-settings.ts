import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Maintenance } from '#contract/auth.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { Role } from '#contract/permissions.ts'
import type * as contract from '#contract/settings.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { notifyPeople } from '#server/domain/notify-user.ts'
import { findPendingSettingChanges } from '#server/domain/pending-settings.ts'
import { factorRoleTask } from './factor-role-task.ts'
import { findSettingsEditorRoles } from './locking-roles.ts'
import { findOwnSettings, findSettings, type OwnSettings } from './settings.queries.ts'

type SettingsBody = ParsedRequest<typeof contract.changeSettings>['body']

/** What the maintenance is after the change: a running one keeps its beginning. Undefined: nothing is said of it. */
const toMaintenance = (
  before: OwnSettings,
  { maintenance }: SettingsBody,
  now: number,
): Maintenance | null | undefined => {
  if (!maintenance) return maintenance
  if (maintenance.until !== null && Date.parse(maintenance.until) <= now)
    throw buildRefusal('request.invalid', { fields: { 'maintenance.until': 'past' } })
  return { since: before.maintenance?.since ?? new Date(now).toISOString(), ...maintenance }
}

type RoleRequirement = { role: Role; required: boolean }

/** What the caller wants otherwise of the roles that need a second factor, and which of it waits for a second person. */
const findRoleRequirementChanges = async (
  tx: Kysely<DB>,
  { businessDate }: Ctx,
  { secondFactorRoles: before }: OwnSettings,
  { secondFactorRoles: after }: SettingsBody,
): Promise<{ atOnce: Role[]; waiting: RoleRequirement[] }> => {
  if (!after) return { atOnce: [], waiting: [] }
  const added = [...new Set(after)].filter((role) => !before.includes(role))
  const ended = before.filter((role) => !after.includes(role))
  const locking = added.length > 0 ? await findSettingsEditorRoles(tx, businessDate) : []
  return {
    atOnce: added.filter((role) => !locking.includes(role)),
    waiting: [
      ...ended.map((role) => ({ role, required: false })),
      ...added.filter((role) => locking.includes(role)).map((role) => ({ role, required: true })),
    ],
  }
}

/** Asks for what waits: each role is a change of its own, with its reason. */
const proposeRoleRequirements = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  wished: readonly RoleRequirement[],
  { reason }: SettingsBody,
  now: number,
): Promise<void> => {
  if (wished.length > 0 && !reason) throw buildRefusal('request.invalid', { fields: { reason: 'required' } })
  const waiting = await findPendingSettingChanges(tx, [factorRoleTask.name], now)
  for (const { role, required } of wished) {
    if (waiting.some(({ params }) => params.role === role)) throw buildRefusal('conflict.changed')
    await proposeForApproval(
      tx,
      ctx,
      factorRoleTask,
      {
        payload: { role, required },
        reason: reason!,
        entity: 'settings',
        params: { role, required: String(required) },
        before: { checked: !required },
        after: { checked: required },
        always: true,
      },
      now,
    )
  }
}

/**
 * Changes what is given, audited, in one transaction; everybody of the prefix is told when maintenance begins. That a role needs a second
 * factor begins at once, unless somebody who decides would be locked out by it, and ends with a second person.
 * 409 `conflict.changed` where somebody else has changed something since the version that the caller saw.
 */
export const changeSettings = async (
  ctx: Ctx,
  { body }: ParsedRequest<typeof contract.changeSettings>,
  raw: HttpContext,
): Promise<contract.Settings> => {
  const now = raw.deps.clock()
  await ctx.db.transaction().execute(async (tx) => {
    const before = await findOwnSettings(tx)
    const maintenance = toMaintenance(before, body, now)
    const { atOnce, waiting } = await findRoleRequirementChanges(tx, ctx, before, body)
    const roles = body.secondFactorRoles && [...before.secondFactorRoles, ...atOnce].sort()
    const { rows } = await sql<{ version: number | null }>`
      select registry.change_own_settings(${body.version}, ${maintenance !== undefined},
        ${maintenance ? JSON.stringify(maintenance) : null}::jsonb, ${roles ?? null}::text[], ${body.settingsPanel ?? null}) as version`.execute(
      tx,
    )
    if (rows[0]!.version === null) throw buildRefusal('conflict.changed')
    await proposeRoleRequirements(tx, ctx, waiting, body, now)
    const after = await findOwnSettings(tx)
    await recordAuditEvent(tx, ctx, { action: 'settings.changed', entity: 'settings', before, after })
    if (after.maintenance && !before.maintenance)
      await notifyPeople(tx, sql<SqlBool>`p.user_id <> ${ctx.person.userId}`, {
        kind: 'maintenance.announced',
        params: { message: after.maintenance.message, until: after.maintenance.until ?? '' },
        link: null,
      })
  })
  return findSettings(ctx, raw.deps)
}
