import { appendOnlyPrivileges, fullPrivileges, type TenantRights, undeletablePrivileges } from './privileges.ts'

export const rights: TenantRights = {
  tables: {
    payment_order: undeletablePrivileges,
    payment_step: appendOnlyPrivileges,
    withdrawal_limit: fullPrivileges,
  },
}
