import { type TenantRights, undeletablePrivileges } from './privileges.ts'

export const rights: TenantRights = {
  tables: {
    client_bank_account: undeletablePrivileges,
    client_bank_change: undeletablePrivileges,
  },
}
