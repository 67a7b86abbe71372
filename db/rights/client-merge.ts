import { type TenantRights, undeletablePrivileges } from './privileges.ts'

export const rights: TenantRights = {
  tables: { client_merge: undeletablePrivileges },
  functions: ['recount_client_contributions', 'is_merging'],
}
