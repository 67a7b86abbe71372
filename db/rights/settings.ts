import { fullPrivileges, type TenantRights, undeletablePrivileges } from './privileges.ts'

export const rights: TenantRights = {
  tables: {
    setting: fullPrivileges,
    currency_rate: fullPrivileges,
    payment_rate: undeletablePrivileges,
  },
}
