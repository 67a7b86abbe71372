import { appendOnlyPrivileges, fullPrivileges, type TenantRights, undeletablePrivileges } from './privileges.ts'

export const rights: TenantRights = {
  tables: {
    role_grant: fullPrivileges,
    person_rule: undeletablePrivileges,
    right_gain: appendOnlyPrivileges,
  },
}
