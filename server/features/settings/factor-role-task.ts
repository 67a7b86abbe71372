import { sql } from 'kysely'
import type { Role } from '#contract/permissions.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { buildGuardedSettingTask } from '#server/domain/guarded-setting.ts'
import { findOwnSettings } from './settings.queries.ts'

/** What waits from before a requirement could wait says nothing of `required`: it ends one. */
type FactorRolePayload = { role: Role; required?: boolean }

/**
 * Whether a role works without a second factor. Letting it: whoever knows a password could approve with it from then on. Requiring one of
 * those who decide: they would decide nothing for a day.
 */
export const factorRoleTask = buildGuardedSettingTask<'secondFactorRole', FactorRolePayload>({
  name: 'secondFactorRole',
  part: 'secondFactor',
  notification: 'secondFactorRoles.changed',
  apply: async (tx, _, { role, required = false }) => {
    const { secondFactorRoles: before, version } = await findOwnSettings(tx)
    if (before.includes(role) === required) throw buildRefusal('approval.changedSince')
    const after = required ? [...before, role].sort() : before.filter((one) => one !== role)
    const { rows } = await sql<{ version: number | null }>`
      select registry.change_own_settings(${version}, false, null::jsonb, ${after}::text[], null) as version`.execute(
      tx,
    )
    // Of two that change the settings at once, the second has seen what is no longer so.
    if (rows[0]!.version === null) throw buildRefusal('approval.changedSince')
    return {
      audited: {
        action: 'settings.changed',
        entity: 'settings',
        before: { secondFactorRoles: before },
        after: { secondFactorRoles: after },
      },
      params: { role, required: String(required) },
    }
  },
})
