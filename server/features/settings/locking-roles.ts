import { type Kysely, sql } from 'kysely'
import type { PersonRule, Role, RoleGrant } from '#contract/permissions.ts'
import { decidePermission } from '#contract/rights.ts'
import type { DB } from '#db/types.ts'
import { activePersonRulesSql } from '#server/domain/active-person-rules.ts'

type SettingsEditor = { role: Role; rules: PersonRule[] }

/**
 * Roles of which a second factor can't be required by one person alone: somebody of the role decides about rights and has none. They would
 * decide nothing that is guarded for a day after enrolling one, this change included, so that it couldn't be undone.
 */
export const findSettingsEditorRoles = async (db: Kysely<DB>, businessDate: string): Promise<Role[]> => {
  const { rows } = await sql<SettingsEditor>`
    select p.role, ${activePersonRulesSql(businessDate)} as rules from registry.own_people() p
     where p.ended_at is null and not p.disabled and not p.has_second_factor`.execute(db)
  const matrix = (await db
    .selectFrom('roleGrant')
    .select(['role', 'module', 'actions', 'scope'])
    .execute()) as RoleGrant[]
  const locking = rows.filter(({ role, rules }) =>
    decidePermission({ role, matrix, rules }, 'bt_ModulosPermisos', 'approve').scopes.some((scope) => scope !== 'own'),
  )
  return [...new Set(locking.map(({ role }) => role))].sort()
}
