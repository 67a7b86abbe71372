import { appendOnlyPrivileges, type TenantRights, undeletablePrivileges } from './privileges.ts'

export const rights: TenantRights = {
  tables: {
    payment_batch: undeletablePrivileges,
    payment_batch_step: appendOnlyPrivileges,
  },
}
