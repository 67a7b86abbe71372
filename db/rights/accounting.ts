import { appendOnlyPrivileges, readOnlyPrivileges, type TenantRights, undeletablePrivileges } from './privileges.ts'

export const rights: TenantRights = {
  tables: {
    ledger_account: undeletablePrivileges,
    ledger_period: readOnlyPrivileges,
    month_close: undeletablePrivileges,
    ledger_verification: undeletablePrivileges,
    tax_line: appendOnlyPrivileges,
  },
  functions: ['move_period'],
}
