import { fullPrivileges, readOnlyPrivileges, type TenantRights, undeletablePrivileges } from './privileges.ts'

export const rights: TenantRights = {
  tables: {
    contact: undeletablePrivileges,
    contact_tally: readOnlyPrivileges,
    contact_type: fullPrivileges,
    contact_work: fullPrivileges,
    contact_reference: fullPrivileges,
    contact_source: fullPrivileges,
  },
}
