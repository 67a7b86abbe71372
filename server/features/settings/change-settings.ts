import { type Kysely, sql } from 'kysely'
import type { Parsed } from '#contract/core/endpoint.ts'
import type { Maintenance } from '#contract/session.ts'
import type { changeSettings as contract, Settings } from '#contract/settings.ts'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { propose } from '#server/domain/approvals.ts'
import { findWaitingSettings } from '#server/domain/waiting-settings.ts'
import { factorRoleTask } from './factor-role-task.ts'
import { findOwnSettings, findSettings, type OwnSettings } from './settings.queries.ts'

type Body = Parsed<typeof contract>['body']

/** What the maintenance is after the change: a running one keeps its beginning. Undefined: nothing is said of it. */
const maintenanceAfter = (before: OwnSettings, { maintenance }: Body, now: number): Maintenance | null | undefined => {
  if (!maintenance) return maintenance
  if (maintenance.until !== null && Date.parse(maintenance.until) <= now)
    throw refuse('request.invalid', { fields: { 'maintenance.until': 'past' } })
  return { since: before.maintenance?.since ?? new Date(now).toISOString(), ...maintenance }
}

/** Asks to let the roles that the caller leaves out work without a second factor: each is a change of its own, with its reason. */
const askToEnd = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  before: OwnSettings,
  { secondFactorRoles, reason }: Body,
  now: number,
): Promise<void> => {
  const ended = secondFactorRoles ? before.secondFactorRoles.filter((role) => !secondFactorRoles.includes(role)) : []
  if (ended.length > 0 && !reason) throw refuse('request.invalid', { fields: { reason: 'required' } })
  const waiting = await findWaitingSettings(tx, [factorRoleTask.name], now)
  for (const role of ended) {
    if (waiting.some(({ params }) => params.role === role)) throw refuse('conflict.changed')
    await propose(
      tx,
      ctx,
      factorRoleTask,
      {
        ...{ payload: { role }, reason: reason!, entity: 'settings', params: { role } },
        ...{ before: { checked: true }, after: { checked: false }, always: true },
      },
      now,
    )
  }
}

/**
 * Changes what is given, audited, in one transaction; everybody of the prefix is told when maintenance begins. That a role needs a second
 * factor begins at once, and ends with a second person.
 * 409 `conflict.changed` where somebody else has changed something since the version that the caller saw.
 */
export const changeSettings = async (ctx: Ctx, { body }: Parsed<typeof contract>, raw: Raw): Promise<Settings> => {
  const now = raw.serving.clock()
  await ctx.db.transaction().execute(async (tx) => {
    const before = await findOwnSettings(tx)
    const maintenance = maintenanceAfter(before, body, now)
    const roles =
      body.secondFactorRoles && [...new Set([...before.secondFactorRoles, ...body.secondFactorRoles])].sort()
    const { rows } = await sql<{ version: number | null }>`
      select registry.change_own_settings(${body.version}, ${maintenance !== undefined},
        ${maintenance ? JSON.stringify(maintenance) : null}::jsonb, ${roles ?? null}::text[], ${body.settingsPanel ?? null}) as version`.execute(
      tx,
    )
    if (rows[0]!.version === null) throw refuse('conflict.changed')
    await askToEnd(tx, ctx, before, body, now)
    const after = await findOwnSettings(tx)
    await audit(tx, ctx, { action: 'settings.changed', entity: 'settings', before, after })
    if (after.maintenance && !before.maintenance)
      await sql`select registry.notify_user(p.user_id, 'maintenance.announced',
        ${JSON.stringify({ message: after.maintenance.message, until: after.maintenance.until ?? '' })}::jsonb, null)
        from registry.own_people() p where p.user_id <> ${ctx.person.userId} and p.ended_at is null`.execute(tx)
  })
  return findSettings(ctx, raw.serving)
}
