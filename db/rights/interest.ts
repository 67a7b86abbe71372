import { fullPrivileges, type TenantRights, undeletablePrivileges } from './privileges.ts'

export const rights: TenantRights = {
  tables: {
    interest_through: undeletablePrivileges,
    posting_run: undeletablePrivileges,
    posting_run_failure: fullPrivileges,
  },
}
