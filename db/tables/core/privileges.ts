export type SqlPrivilege = 'select' | 'insert' | 'update' | 'delete'
export type TableRights = Readonly<Record<string, readonly SqlPrivilege[]>>

export const fullPrivileges: readonly SqlPrivilege[] = ['select', 'insert', 'update', 'delete']
/** Rows stay: what no longer counts is marked so. */
export const undeletablePrivileges: readonly SqlPrivilege[] = ['select', 'insert', 'update']
export const appendOnlyPrivileges: readonly SqlPrivilege[] = ['select', 'insert']
/** What is derived, or changes through functions only. */
export const readOnlyPrivileges: readonly SqlPrivilege[] = ['select']
