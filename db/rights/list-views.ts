import { fullPrivileges, type TenantRights } from './privileges.ts'

export const rights: TenantRights = {
  tables: {
    list_view: fullPrivileges,
    list_view_choice: fullPrivileges,
  },
}
