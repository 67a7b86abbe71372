import { fullPrivileges, type TenantRights, undeletablePrivileges } from './privileges.ts'

export const rights: TenantRights = {
  tables: {
    external_product: undeletablePrivileges,
    external_position: undeletablePrivileges,
    // A value of a wrong day can be taken away; the audit keeps it.
    external_position_value: fullPrivileges,
  },
}
