import { type ModuleKey, type PermissionAction, type Role, roles } from '#contract/permissions.ts'
import { decidePermission } from '#contract/rights.ts'

type RolePermissionCheck = (module: ModuleKey, action: PermissionAction) => boolean

/** What a role may do as the product sets it, where a firm has changed nothing. */
export const createRolePermissionCheck =
  (role: Role): RolePermissionCheck =>
  (module, action) =>
    decidePermission({ role, matrix: [], rules: [] }, module, action).allowed

/** Which actions a function offers to each role; roles without any are left out. */
export const tabulateActionsByRole = <Action>(
  list: (may: RolePermissionCheck, role: Role) => readonly Action[],
): Partial<Record<Role, readonly Action[]>> =>
  Object.fromEntries(
    roles
      .map((role) => [role, list(createRolePermissionCheck(role), role)] as const)
      .filter(([, actions]) => actions.length > 0),
  )
