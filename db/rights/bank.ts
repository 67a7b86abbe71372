import { appendOnlyPrivileges, type TenantRights, undeletablePrivileges } from './privileges.ts'

export const rights: TenantRights = {
  tables: {
    bank_account: appendOnlyPrivileges,
    bank_statement: appendOnlyPrivileges,
    bank_upload: undeletablePrivileges,
    bank_statement_line: appendOnlyPrivileges,
    bank_entry: undeletablePrivileges,
    bank_entry_journal: appendOnlyPrivileges,
  },
  functions: ['is_bank_number', 'plain_number'],
}
