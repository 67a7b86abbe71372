import { appendOnlyPrivileges, fullPrivileges, type TenantRights, undeletablePrivileges } from './privileges.ts'

export const rights: TenantRights = {
  tables: {
    estate: undeletablePrivileges,
    estate_requirement: undeletablePrivileges,
    estate_recipient: fullPrivileges,
    estate_payment: appendOnlyPrivileges,
  },
}
