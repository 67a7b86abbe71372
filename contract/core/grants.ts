import type { Action, Grant, ModuleKey, Role, Scope } from '../permissions.ts'

/** What each role may do in the modules of a feature, and on whose records. */
export type ModuleGrants = Partial<Record<ModuleKey, Partial<Record<Role, Grant>>>>

export const everything: readonly Action[] = ['view', 'create', 'edit', 'delete', 'export', 'approve']
/** Who looks after the machine approves no money. */
export const allButApprove: readonly Action[] = ['view', 'create', 'edit', 'delete', 'export']
export const overseen: readonly Action[] = ['view', 'export', 'approve']
export const work: readonly Action[] = ['view', 'create', 'edit', 'export']
export const noted: readonly Action[] = ['view', 'create', 'export']

export const given = (scope: Scope, allowed: readonly Action[]): Grant => ({ scope, actions: allowed })
