import { appendOnlyPrivileges, type TenantRights, undeletablePrivileges } from './privileges.ts'

export const rights: TenantRights = {
  tables: {
    handover: undeletablePrivileges,
    handover_client: undeletablePrivileges,
    handover_contact: appendOnlyPrivileges,
  },
}
