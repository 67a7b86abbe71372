import { moduleGrants } from './all-grants.ts'
import {
  type decidingRuleKinds,
  type ModuleKey,
  moduleKeys,
  type PermissionAction,
  type PermissionGrant,
  type PersonRule,
  permissionActions,
  type Role,
  type RoleGrant,
  roles,
  type Scope,
  scopes,
} from './permissions.ts'

/** What the product sets for each role. A firm changes it cell by cell; what it leaves alone follows this table. */
export const defaultRoleGrants = Object.fromEntries(
  roles.map((role) => [
    role,
    Object.fromEntries(
      moduleKeys.flatMap((module) => {
        const grants: Partial<Record<Role, PermissionGrant>> = moduleGrants[module]
        return grants[role] ? [[module, grants[role]]] : []
      }),
    ),
  ]),
) as Record<Role, Partial<Record<ModuleKey, PermissionGrant>>>

/** What no firm can take away, or nobody could give it back: everybody's own area, and the matrix in the administrator's hands. */
export const irrevocableGrants: readonly {
  role: Role | 'everybody'
  module: ModuleKey
  actions: readonly PermissionAction[]
}[] = [
  { role: 'everybody', module: 'bt_AreaPersonal', actions: ['view'] },
  { role: 'admin', module: 'bt_ModulosPermisos', actions: ['view', 'edit'] },
]

export type PermissionDecision = {
  allowed: boolean
  /** On whose records: all of these together. Empty where it isn't allowed. */
  scopes: readonly Scope[]
  rule: (typeof decidingRuleKinds)[number]
  /** The rule of the person that decided. */
  ruleId: string | null
}

/** What is known of somebody's rights: the role, the cells that the firm has changed, and the person's own rules of today. */
export type PermissionRules = { role: Role; matrix: readonly RoleGrant[]; rules: readonly PersonRule[] }

/** Whether these scopes hold that one already: all holds every other, a team holds its head's own. */
const includesScope = (some: readonly Scope[], scope: Scope): boolean =>
  some.includes('all') || some.includes(scope) || (scope === 'own' && some.includes('team'))

const changeActions: readonly PermissionAction[] = ['create', 'edit', 'delete', 'approve']
/**
 * What there is one of for the whole prefix takes a right that holds all of it: to change what everybody may see, and even to look where a part
 * can't be told apart, as of the bank's statements, of batches, of the books and of the audit.
 */
const firmWideActions: Partial<Record<ModuleKey, readonly PermissionAction[]>> = {
  bt_Productos: changeActions,
  bt_Ajustes: changeActions,
  bt_Extractos: permissionActions,
  bt_Remesas: permissionActions,
  bt_Contabilidad: permissionActions,
  bt_Auditoria: permissionActions,
}
const isScopeSufficient = (module: ModuleKey, action: PermissionAction, scope: Scope): boolean =>
  scope === 'all' || !firmWideActions[module]?.includes(action)

/** The scopes with which anything of a module is seen. */
export const getModuleScopes = (module: ModuleKey): readonly Scope[] =>
  scopes.filter((scope) => isScopeSufficient(module, 'view', scope))

/**
 * May they, on whose records, and which rule says so: a denial of the person first, then what the person was granted, then the firm's
 * cell of the matrix, then the product's table. What is granted comes on top of the role: it never takes a record away. Whoever is
 * denied to look at a module is denied all of it, and a cell without looking gives nothing: a file would show what the screen doesn't.
 * See docs/decisions/0031-permission-rules.md
 */
export const decidePermission = (
  { role, matrix, rules }: PermissionRules,
  module: ModuleKey,
  action: PermissionAction,
): PermissionDecision => {
  const about = rules.filter((rule) => rule.module === module && rule.action === action)
  const denial =
    about.find(({ effect }) => effect === 'deny') ??
    rules.find((rule) => rule.module === module && rule.action === 'view' && rule.effect === 'deny')
  if (denial) return { allowed: false, scopes: [], rule: 'denied', ruleId: denial.id }
  const cell = matrix.find((one) => one.role === role && one.module === module)
  const grant = cell ?? defaultRoleGrants[role][module]
  const byRole =
    grant?.actions.includes('view') && grant.actions.includes(action) && isScopeSufficient(module, action, grant.scope)
      ? [grant.scope]
      : []
  const adds = about.filter(
    ({ scope }) => scope !== null && isScopeSufficient(module, action, scope) && !includesScope(byRole, scope),
  )
  if (adds.length > 0) {
    const together = [...byRole, ...adds.map(({ scope }) => scope!)]
    const kept = scopes.filter(
      (one) =>
        together.includes(one) &&
        !includesScope(
          together.filter((other) => other !== one),
          one,
        ),
    )
    return { allowed: true, scopes: kept, rule: 'granted', ruleId: adds[0]!.id }
  }
  return {
    allowed: byRole.length > 0,
    scopes: byRole,
    rule: cell ? 'matrix' : grant ? 'default' : 'none',
    ruleId: null,
  }
}

/** The role of a member of staff who has no access of their own: what the job would have. */
export const getRoleOfPosition = (position: string): Role => roles.find((role) => role === position) ?? 'user'
