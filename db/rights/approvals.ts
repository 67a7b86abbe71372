import { type TenantRights, undeletablePrivileges } from './privileges.ts'

export const rights: TenantRights = {
  tables: {
    approval: undeletablePrivileges,
    substitution: undeletablePrivileges,
    declared_relative: undeletablePrivileges,
  },
}
