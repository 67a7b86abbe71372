import type { ModuleKey, PermissionAction, PermissionGrant, Role, Scope } from '../permissions.ts'

/** What each role may do in the modules of a feature, and on whose records. */
export type ModuleGrants = Partial<Record<ModuleKey, Partial<Record<Role, PermissionGrant>>>>

export const allActions: readonly PermissionAction[] = ['view', 'create', 'edit', 'delete', 'export', 'approve']
/** Administrators of the system approve no money. */
export const allActionsButApprove: readonly PermissionAction[] = ['view', 'create', 'edit', 'delete', 'export']
export const oversightActions: readonly PermissionAction[] = ['view', 'export', 'approve']
export const editingActions: readonly PermissionAction[] = ['view', 'create', 'edit', 'export']
export const recordingActions: readonly PermissionAction[] = ['view', 'create', 'export']

/** As the matrix keeps a cell: on whose records, and what. */
export const buildGrant = (scope: Scope, allowed: readonly PermissionAction[]): PermissionGrant => ({
  scope,
  actions: allowed,
})
