import { appendOnlyPrivileges, type TenantRights, undeletablePrivileges } from './privileges.ts'

export const rights: TenantRights = {
  tables: {
    maturity: undeletablePrivileges,
    maturity_call: appendOnlyPrivileges,
  },
}
