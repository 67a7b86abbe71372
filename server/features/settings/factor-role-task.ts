import { sql } from 'kysely'
import type { Role } from '#contract/permissions.ts'
import { refuse } from '#server/core/errors.ts'
import { guardedSetting } from '#server/domain/guarded-setting.ts'
import { findOwnSettings } from './settings.queries.ts'

/** Letting a role work without a second factor: whoever knows a password could approve with it from then on. */
export const factorRoleTask = guardedSetting<{ role: Role }>({
  name: 'secondFactorRole',
  notification: 'secondFactorRoles.changed',
  apply: async (tx, _, { role }) => {
    const { secondFactorRoles: before, version } = await findOwnSettings(tx)
    if (!before.includes(role)) throw refuse('approval.changedSince')
    const after = before.filter((one) => one !== role)
    const { rows } = await sql<{ version: number | null }>`
      select registry.change_own_settings(${version}, false, null::jsonb, ${after}::text[], null) as version`.execute(
      tx,
    )
    // Of two that change the settings at once, the second has seen what is no longer so.
    if (rows[0]!.version === null) throw refuse('approval.changedSince')
    return {
      audited: {
        action: 'settings.changed',
        entity: 'settings',
        before: { secondFactorRoles: before },
        after: { secondFactorRoles: after },
      },
      params: { role },
    }
  },
})
